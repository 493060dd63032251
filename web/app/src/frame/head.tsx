// The head of every view: the name at the upper left, and the views on one line. Draws only.

import { t } from "@wherein/ui/messages/messages.ts";
import { type MouseEvent, type ReactElement, useEffect, useRef } from "react";

export interface HeadView {
  readonly name: string;
  readonly address: string;
  readonly isShown: boolean;
}

interface Props {
  readonly views: readonly HeadView[];
  readonly go: (address: string) => void;
}

export function Head({ views, go }: Props): ReactElement {
  const nav = useRef<HTMLElement>(null);
  const shown = views.find(({ isShown }) => isShown)?.name;
  // On a narrow page the line scrolls: the view that is shown stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is the reason to run again.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  return (
    <header className="app-head">
      <span className="brand">
        <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <rect className="paper" x="2.5" y="2.5" width="19" height="19" rx="3.5" />
          <path d="M6 7h12M6 17.5h9" />
          <path className="marked" d="M5.5 12.2h12" />
        </svg>
        <span className="brand-name">{t.productName}</span>
      </span>
      <nav aria-label={t.views} ref={nav}>
        {views.map(({ name, address, isShown }) => (
          <a
            key={name}
            href={address}
            aria-current={isShown ? "page" : undefined}
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              go(address);
            }}
          >
            {name}
          </a>
        ))}
        <a href="/help" target="_blank" rel="noreferrer">
          {t.help}
        </a>
      </nav>
    </header>
  );
}
