// Holds one value, and notifies its views when it changes. Knows nothing of the value.

export class Store<T extends object> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): T => this.#value;

  set(changes: Partial<T>): void {
    this.#value = { ...this.#value, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
