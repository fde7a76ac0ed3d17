// What this browser remembers, if it does: half-made turns, and the switches of a board.

/** What is kept under a key, or to be kept there from now on; an empty value is forgotten. @param {string} [value] */
export function remembered(key = "", value) {
  try {
    if (value) localStorage.setItem(key, value);
    else if (value === "") localStorage.removeItem(key);
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Let the switches stand as they were left. */
export function recall() {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".turn-switches input"))) {
    const kept = remembered(box.id);
    if (kept) box.checked = kept === "yes";
  }
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches(".turn-switches input")) remembered(target.id, target.checked ? "yes" : "no");
});
