// Reports the next words that a person selects and leaves selected, or copies. Watches only on request.

// A selection grows while the mouse moves; it is reported when the mouse rests.
const PAUSE_MS = 1_000;

export class SelectionWatch {
  readonly #document: Document;
  readonly #found: (range: Range) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(document: Document, found: (range: Range) => void) {
    this.#document = document;
    this.#found = found;
  }

  start(): void {
    this.stop();
    this.#document.addEventListener("selectionchange", this.#changed);
    this.#document.addEventListener("copy", this.#taken);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#document.removeEventListener("selectionchange", this.#changed);
    this.#document.removeEventListener("copy", this.#taken);
  }

  readonly #changed = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#taken, PAUSE_MS);
  };

  readonly #taken = (): void => {
    const selection = this.#document.getSelection();
    if (!selection?.rangeCount || selection.isCollapsed) return;
    this.stop();
    this.#found(selection.getRangeAt(0));
  };
}
