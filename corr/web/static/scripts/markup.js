// What all scripts share. Markup of the service comes into a page by `swap` alone; all else that scripts show is text.

export const find = (id = "") => document.getElementById(id);

/** Markup of the service as a page that nobody sees. */
export const pageOf = (markup = "") => new DOMParser().parseFromString(markup, "text/html");

/** Put a part of such a page in its place here. @param {Element} here @param {Document} page */
export function swap(here, page, part = "") {
  const fresh = page.querySelector(part);
  if (fresh) here.querySelector(part)?.replaceWith(fresh);
}

/** @param {(Node | string)[]} parts */
export function made(tag = "", look = "", ...parts) {
  const element = document.createElement(tag);
  element.className = look;
  element.append(...parts);
  return element;
}
