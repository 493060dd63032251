// Reports when a page has changed and settled. Does not interpret the change.

// Typing and animation come in bursts: wait for a pause, but not for ever.
const PAUSE_MS = 300;
const LONGEST_MS = 2_000;
// A page that keeps changing without changing its text is checked less and less often.
const SLOWEST_MS = 20_000;
// A page whose reading takes long has this many times as long for itself.
const REST = 8;

const WHAT: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["class", "style", "hidden", "open"],
};

export class ChangeWatch {
  readonly #look: () => Promise<boolean>;
  readonly #observer: MutationObserver;
  readonly #typed = () => this.#noticed();
  readonly #loaded = (event: Event) => {
    if (/^i?frame$/.test((event.target as Partial<Element>).localName ?? "")) this.#noticed();
  };
  #roots: readonly Node[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #looking = false;
  /** Whether something changed while it looked. */
  #again = false;
  /** How long the last look took. */
  #took = 0;
  #longest = LONGEST_MS;

  /** `look` returns whether anything relevant has changed. */
  constructor(look: () => Promise<boolean>) {
    this.#look = look;
    this.#observer = new MutationObserver(() => this.#noticed());
  }

  /** Watches these documents and shadow roots from now on, and no others. */
  observe(roots: readonly Node[]): void {
    if (roots.length === this.#roots.length && roots.every((root, i) => root === this.#roots[i])) {
      return;
    }
    this.#unobserve();
    this.#roots = roots;
    for (const root of roots) {
      this.#observer.observe(root, WHAT);
      // Changes inside a frame are not mutations of the page around it.
      root.addEventListener("load", this.#loaded, true);
      // Nor is what is typed into a field.
      root.addEventListener("input", this.#typed, true);
    }
  }

  /** Whether something has changed since the last look. */
  get isNoticing(): boolean {
    if (this.#observer.takeRecords().length > 0) this.#noticed();
    return this.#timer !== undefined || this.#again;
  }

  /** Check soon, whether or not a change was noticed. */
  soon(): void {
    if (this.#timer === undefined) this.#wait(PAUSE_MS);
  }

  destroy(): void {
    this.#unobserve();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #unobserve(): void {
    this.#observer.disconnect();
    for (const root of this.#roots) {
      root.removeEventListener("load", this.#loaded, true);
      root.removeEventListener("input", this.#typed, true);
    }
    this.#roots = [];
  }

  #noticed(): void {
    if (this.#roots.length === 0) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const rest = REST * this.#took;
    const pause = Math.max(PAUSE_MS, this.#longest / 4, rest);
    const longest = Math.max(this.#longest, rest);
    this.#wait(Math.max(0, Math.min(pause, longest - (now - this.#since))));
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#lookNow();
    }, milliseconds);
  }

  async #lookNow(): Promise<void> {
    this.#looking = true;
    const started = performance.now();
    const different = await this.#look();
    this.#looking = false;
    this.#took = performance.now() - started;
    this.#longest = different ? LONGEST_MS : Math.min(SLOWEST_MS, this.#longest * 1.5);
    if (this.#again) this.#noticed();
    this.#again = false;
  }
}
