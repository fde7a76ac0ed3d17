// Buttons that copy what a field beside them holds. Without it one copies from the field.

/** @param {HTMLButtonElement} button */
function offer(button) {
  const field = document.getElementById(button.dataset.copies ?? "");
  if (!(field instanceof HTMLInputElement) || !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isCopied = await navigator.clipboard.writeText(field.value).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Not copied";
    if (!isCopied) field.select();
  });
}

for (const button of document.querySelectorAll("button")) if (button.dataset.copies) offer(button);
