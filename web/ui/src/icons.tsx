// The few icons, drawn as one stroke set (paths from Lucide, ISC). Each is beside or under a label.

import type { ReactElement } from "react";

const PATHS = {
  up: "m18 15-6-6-6 6",
  down: "m6 9 6 6 6-6",
  close: "M18 6 6 18M6 6l12 12",
  microphone:
    "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM19 11v1a7 7 0 0 1-14 0v-1M12 19v3",
  aloud: "M11 5 6 9H3v6h3l5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  link: "M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7",
  print: "M6 9V3h12v6M6 18H3v-9h18v9h-3M6 14h12v7H6z",
  right: "M20 6 9 17l-5-5",
  wrong: "M5 5l14 14M5 19 19 5",
  settings: "M4 6h9M17 6h3M4 12h3M11 12h9M4 18h9M17 18h3M13 4v4M7 10v4M13 16v4",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
