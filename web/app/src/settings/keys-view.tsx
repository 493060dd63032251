// The page that lists the keys.

import type { ReactElement } from "react";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "to the question line"],
  ["Enter", "ask; then the next answer"],
  ["Shift+Enter", "the answer before"],
  ["F3, Ctrl+G (⌘G)", "next; with Shift, previous"],
  ["Alt+1 … Alt+9", "to that answer"],
  ["↑ ↓", "among the completions, and among the answers; Tab goes on to an answer’s buttons"],
  ["F6", "from the question to its answers, and to the document; with Shift, back"],
  ["Ctrl+C on an answer", "copy it with its sentence and source"],
  ["Ctrl+F (⌘F)", "search the open document; pressed again, the browser’s own search"],
  ["Alt+A", "from one document back to the library"],
  [
    "Alt+M",
    "ask by voice; press it again or be silent to end (the settings can make it a key to hold)",
  ],
  ["Alt+R", "read the answer aloud, or stop reading"],
  ["Esc", "stop listening, reading aloud or answering; close the completions; clear the question"],
  ["Tab", "to every list, every button and the document"],
  ["?", "this page"],
];

export function KeysView(): ReactElement {
  return (
    <main className="page">
      <h1>Keys</h1>
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
