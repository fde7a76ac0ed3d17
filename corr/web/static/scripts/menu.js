// Closes the menu of the head by Escape, and when anything else is touched. Without it only its own button does.

const menu = /** @type {HTMLDetailsElement} */ (document.getElementById("menu"));

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
for (const event of ["click", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
