// What the server refused and why, beside what was refused, brought into sight. Draws; decides nothing.

import type { Trouble } from "@wherein/ui/links.ts";
import { withCode } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useEffect, useRef } from "react";

export function Refusal({ trouble }: { readonly trouble: Trouble }): ReactElement {
  const note = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is to be seen.
  useEffect(() => {
    // What it gives, a promise in newer browsers, is no cleaning up.
    note.current?.scrollIntoView({ block: "nearest" });
  }, [trouble]);
  return (
    <p ref={note} className="trouble" role="alert">
      <strong className="trouble-what">{trouble.what}</strong> {withCode(trouble.next)}
    </p>
  );
}
