// The settings: whoever leaves with changes that are not saved is asked first. Without it nothing is asked.

const form = document.getElementById("settings");
if (form instanceof HTMLFormElement) {
  const written = () => JSON.stringify([...new FormData(form)]);
  const saved = "unsaved" in form.dataset ? "" : written();
  let isSent = false;
  form.addEventListener("submit", () => {
    isSent = true;
  });
  addEventListener("pageshow", () => {
    isSent = false;
  });
  addEventListener("beforeunload", (event) => {
    if (!isSent && written() !== saved) event.preventDefault();
  });
}
