// Keeps a place in sight while what stands around it still changes its size: pictures, fonts and pages that come late.
// Ends when the person scrolls, presses or touches there. Knows no document.

const SCROLLING_KEYS = new Set([
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  " ",
]);

export class HeldPlace {
  readonly #box: HTMLElement;
  readonly #resized: ResizeObserver;
  #scroll: (() => void) | null = null;

  /** `box` is what scrolls. */
  constructor(box: HTMLElement) {
    this.#box = box;
    this.#resized = new ResizeObserver(() => this.settle());
    for (const type of ["wheel", "touchmove", "pointerdown"] as const) {
      box.addEventListener(type, this.release, { passive: true });
    }
    box.addEventListener("keydown", this.#key);
  }

  /** Whether the person has stayed since a place was held. */
  get isHeld(): boolean {
    return this.#scroll !== null;
  }

  /** Scrolls now, and again whenever the box or one of its parts has another size. `scroll` moves only what must be. */
  hold(scroll: () => void): void {
    this.#scroll = scroll;
    scroll();
    this.#resized.disconnect();
    this.#resized.observe(this.#box);
    for (const part of this.#box.children) this.#resized.observe(part);
  }

  /** Scrolls again, if the place is still held. */
  settle(): void {
    this.#scroll?.();
  }

  readonly release = (): void => {
    this.#scroll = null;
    this.#resized.disconnect();
  };

  destroy(): void {
    this.release();
    for (const type of ["wheel", "touchmove", "pointerdown"] as const) {
      this.#box.removeEventListener(type, this.release);
    }
    this.#box.removeEventListener("keydown", this.#key);
  }

  readonly #key = ({ key }: KeyboardEvent): void => {
    if (SCROLLING_KEYS.has(key)) this.release();
  };
}
