// The kind of a document as an icon; its name stands beside it.

import type { ReactElement } from "react";

const SHEET = "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6";
/** Paths from Lucide (ISC), as those of the other icons. */
const PATHS = {
  text: `${SHEET}M8 13h8M8 17h6`,
  pdf: `${SHEET}M9 18v-5h1.5a1.5 1.5 0 0 1 0 3H9`,
  web: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM2 12h20M12 2a15 15 0 0 1 0 20M12 2a15 15 0 0 0 0 20",
  table:
    "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 9h18M3 15h18M12 3v18",
  slides: "M2 3h20M21 3v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3M7 21l5-5 5 5",
  mail: "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM22 7l-10 6L2 7",
  book: "M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H20v20H6.5a2.5 2.5 0 0 1 0-5H20",
  data: "m16 18 6-6-6-6M8 6l-6 6 6 6",
} as const;

const OF: Readonly<Record<string, keyof typeof PATHS>> = {
  pdf: "pdf",
  html: "web",
  mhtml: "web",
  csv: "table",
  xlsx: "table",
  ods: "table",
  pptx: "slides",
  eml: "mail",
  contacts: "mail",
  calendar: "mail",
  epub: "book",
  article: "book",
  json: "data",
  yaml: "data",
  toml: "data",
  ini: "data",
  notebook: "data",
};

export function KindIcon({ kind }: { readonly kind: string }): ReactElement {
  return (
    <svg className="icon kind" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[OF[kind] ?? "text"]} />
    </svg>
  );
}
