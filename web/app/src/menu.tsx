// A button that opens a short menu below it, with the keys that menus have. Knows no view.

import { Icon } from "@wherein/ui/icons.tsx";
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";

export interface MenuItem {
  readonly name: string;
  readonly take: () => void;
}

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
}

export function Menu({ name, items }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    list.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = (place: number) => all.at(place % all.length)?.focus();
    if (event.key === "ArrowDown") to(at + 1);
    else if (event.key === "ArrowUp") to(at - 1);
    else if (event.key === "Home") to(0);
    else if (event.key === "End") to(-1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    // Esc in the menu closes the menu alone.
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what leaves the menu with the focus closes it.
    <div
      className="menu"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {name} <Icon name="down" />
      </button>
      {isOpen && (
        <div ref={list} id={id} role="menu" aria-label={name} onKeyDown={keys}>
          {items.map((item) => (
            <button
              key={item.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                item.take();
              }}
            >
              {item.name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
