// What this browser remembers, if it does.

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
