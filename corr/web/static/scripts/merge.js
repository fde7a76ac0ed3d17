// How a page that is open takes over what has changed in another copy of it, without taking anything from whoever writes there.

const FIELDS = "textarea, select, input:not([type=hidden], [type=submit])";

/** Whether somebody writes in a field, or has written what was not sent. @param {Element} field */
function isUsed(field) {
  if (field === document.activeElement) return true;
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/** The fields of a part that are in use. @param {Element} part */
const usedIn = (part) => [part, ...part.querySelectorAll(FIELDS)].filter((field) => field.matches(FIELDS) && isUsed(field));

/** What is known again in another copy of the page. @param {Element} element */
function mark(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = ["href", "name", "value", "action"].map((key) => [key, element.getAttribute(key)]).filter(([, value]) => value);
  return element.localName + name.map(([key, value]) => `[${key}="${CSS.escape(value ?? "")}"]`).join("");
}

/**
 * Show a part as it stands in another copy of the page. Fields that are in use stay as they are, and all that they
 * stand in; what has the focus keeps it, and what was opened stays open.
 * @param {Element} here @param {Element} fresh
 */
export function merge(here, fresh) {
  if (!usedIn(here).length) steadily(here, fresh, () => here.replaceWith(fresh));
  else if (here.matches(`form, label, ${FIELDS}`)) adopt(here, fresh);
  else mergeChildren(here, fresh);
}

/** The same with all that stands in a part, which itself stays. @param {Element} here @param {Element} fresh */
export function mergeChildren(here, fresh) {
  const marks = usedIn(here).map(mark).join(", ");
  if (here instanceof HTMLElement && fresh instanceof HTMLElement) Object.assign(here.dataset, fresh.dataset);
  steadily(here, fresh, () => {
    const kept = [...here.children].filter((child) => usedIn(child).length);
    for (const child of [...here.children]) if (!kept.includes(child)) child.remove();
    let place = here.firstElementChild;
    for (const other of [...fresh.children]) {
      const same = marks && (other.matches(marks) || other.querySelector(marks)) ? kept.shift() : undefined;
      if (same) {
        place = same.nextElementSibling;
        merge(same, other);
      } else here.insertBefore(other, place);
    }
  });
}

/** Let what was opened stay open, and what has the focus keep it. @param {Element} here @param {Element} fresh @param {() => void} change */
function steadily(here, fresh, change) {
  const { activeElement: focused } = document;
  const sign = focused && here.contains(focused) && mark(focused);
  const opened = [...here.querySelectorAll("details")].map(({ open }) => open);
  [...fresh.querySelectorAll("details")].forEach((details, index) => { details.open ||= opened[index] ?? false; });
  change();
  const target = sign && !focused.isConnected && document.querySelector(sign);
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}

/** Give a form that is in use what it sends unseen. @param {Element} here @param {Element} fresh */
function adopt(here, fresh) {
  for (const field of here.querySelectorAll("input[type=hidden]")) {
    const other = fresh.querySelector(`input[type=hidden][name="${CSS.escape(field.getAttribute("name") ?? "")}"]`);
    if (other) field.setAttribute("value", other.getAttribute("value") ?? "");
  }
}
