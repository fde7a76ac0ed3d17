// The boards of the front page, which play a short game: one after the other, as far as they are seen.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds for which a position is shown. */
const REST = 1400;

class ShortGame {
  timer = 0;

  /** @param {HTMLElement} nav @param {HTMLImageElement} picture */
  constructor(nav, picture) {
    this.nav = nav;
    this.picture = picture;
    this.after = Number(nav.dataset.after);
    this.last = Number(nav.dataset.last);
    this.play = /** @type {HTMLButtonElement} */ (nav.querySelector("button"));
    this.play.hidden = false;
    this.play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
    nav.addEventListener("click", (event) => {
      const way = event.target instanceof Element && event.target.closest("a");
      if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.stop();
      if (way.hasAttribute("href")) void this.show(this.after + Number(way.dataset.way));
    });
  }

  /** Show the board after so many turns, once its picture is there. */
  async show(after = 0) {
    const next = new Image();
    const address = new URL(this.picture.src);
    address.searchParams.set("after", String(after));
    next.src = address.href;
    if (!await next.decode().then(() => true, () => false)) return this.stop();
    this.after = after;
    this.picture.src = next.src;
    this.picture.alt = this.picture.alt.replace(/\d+$/, String(after));
    const place = this.nav.querySelector("span");
    if (place) place.textContent = `${after} / ${this.last}`;
    for (const way of this.nav.querySelectorAll("a")) {
      const to = after + Number(way.dataset.way);
      const isOpen = to >= 0 && to <= this.last;
      if (isOpen) way.setAttribute("href", `/?show=${this.nav.dataset.game}&after=${to}#${this.nav.dataset.game}`);
      else way.removeAttribute("href");
      way.setAttribute("aria-disabled", String(!isOpen));
    }
  }

  start() {
    this.play.textContent = "Stop";
    const go = async () => {
      await this.show(this.after < this.last ? this.after + 1 : 0);
      if (this.timer && this.after < this.last) this.timer = window.setTimeout(go, REST);
      else if (this.timer) this.stop();
    };
    this.timer = window.setTimeout(go, REST);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.play.textContent = "Play";
  }
}

const games = [...document.querySelectorAll("nav.front-steps")].flatMap((nav) => {
  const picture = nav.parentElement?.querySelector("img");
  return nav instanceof HTMLElement && picture instanceof HTMLImageElement ? [new ShortGame(nav, picture)] : [];
});
// The first one begins by itself, for whoever likes motion; Stop is beside it.
const [first] = games;
if (first && !STILL.matches) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    first.start();
  }, { threshold: 0.6 });
  watch.observe(first.picture);
}
