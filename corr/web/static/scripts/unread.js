// Marks the messages of a game as read once they are seen. Without it a button does so.

/** Watch for the moment at which the button below unread messages comes into sight. */
function watchUnread() {
  const form = document.getElementById("unread");
  if (!(form instanceof HTMLFormElement)) {
    return;
  }
  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && document.visibilityState === "visible") {
      watch.disconnect();
      void markRead(form);
    }
  });
  watch.observe(form);
}

/** @param {HTMLFormElement} form */
async function markRead(form) {
  const sent = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } };
  const answer = await fetch(form.action, sent).catch(() => null);
  form.hidden = answer !== null && answer.ok;
}

watchUnread();
// New messages come by themselves.
document.getElementById("desk")?.addEventListener("renewed", watchUnread);
