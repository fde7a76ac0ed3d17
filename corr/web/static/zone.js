// Fills in the time zone that the browser knows, where the page could only guess.
"use strict";
(() => {
  const field = document.getElementById("zone");
  const known = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field instanceof HTMLInputElement && known && (field.value === "" || field.value === "UTC")) {
    field.value = known;
  }
})();
