// Makes the rows of the lists in it one tab stop: ↑ ↓ Home End go from row to row, and the buttons beside a row are
// reached by Tab from that row alone. Knows no list.

import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";

const ROW = ".item";

export function RovingList({ children }: { readonly children: ReactNode }): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  // What is drawn may have other rows and buttons, and another current row.
  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const changed = new MutationObserver(() => setStops(list));
    const attributeFilter = ["aria-current"];
    changed.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter });
    setStops(list);
    return () => changed.disconnect();
  }, []);
  const keys = (event: KeyboardEvent) => {
    const { target } = event;
    if (!box.current || !(target instanceof HTMLElement) || !target.matches(ROW)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = rowsOf(box.current);
    const at = rows.indexOf(target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows have the focus.
    <div
      ref={box}
      className="roving"
      onKeyDown={keys}
      onFocus={() => box.current && setStops(box.current)}
    >
      {children}
    </div>
  );
}

/** Brings the focus to the row that Tab would reach; false where there is none. */
export function focusRow(box: ParentNode): boolean {
  const row = box.querySelector<HTMLElement>(`.roving ${ROW}[tabindex="0"]`);
  row?.focus();
  return row !== null;
}

function rowsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(ROW)];
}

/** The row with the focus, or beside it; else the current one; else the first. */
function setStops(box: HTMLElement): void {
  const rows = rowsOf(box);
  const focused = document.activeElement?.closest("li");
  const stop =
    rows.find((row) => focused && row.closest("li") === focused) ??
    rows.find((row) => row.getAttribute("aria-current") === "true") ??
    rows[0];
  for (const row of rows) {
    const isStop = row === stop;
    row.tabIndex = isStop ? 0 : -1;
    const buttons =
      row.closest("li")?.querySelectorAll<HTMLElement>("button, a[href], input") ?? [];
    for (const button of buttons) if (button !== row) button.tabIndex = isStop ? 0 : -1;
  }
}
