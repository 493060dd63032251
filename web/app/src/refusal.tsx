// A note of what the server refused and why, beside the refused control and scrolled into view. Draws; decides nothing.

import type { Trouble } from "@wherein/ui/links.ts";
import { withCode } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useEffect, useRef } from "react";

export function Refusal({ trouble }: { readonly trouble: Trouble }): ReactElement {
  const note = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is to be seen.
  useEffect(() => {
    // In a block, so that the promise that newer browsers return is not taken for a clean-up function.
    note.current?.scrollIntoView({ block: "nearest" });
  }, [trouble]);
  return (
    <p ref={note} className="trouble" role="alert">
      <strong className="trouble-what">{trouble.what}</strong> {withCode(trouble.next)}
    </p>
  );
}
