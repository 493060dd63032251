// A secret that is shown once, with a button that copies it: a token, or a link that signs in.

import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";

interface Props {
  readonly name: string;
  readonly note: string;
  readonly secret: string;
  readonly done: () => void;
}

export function ShownOnce({ name, note, secret, done }: Props): ReactElement {
  const [copied, setCopied] = useState<"no" | "yes" | "refused">("no");
  const copy = useRef<HTMLButtonElement>(null);
  // It stands where the person looks, and copying is what comes next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is another one to copy.
  useEffect(() => {
    setCopied("no");
    copy.current?.focus();
    copy.current?.scrollIntoView({ block: "nearest" });
  }, [secret]);
  return (
    <section className="once" aria-label={name}>
      <p>
        <strong>{name}</strong> {note}
      </p>
      <code className="code">{secret}</code>
      <p className="row-actions">
        <button
          ref={copy}
          type="button"
          onClick={() =>
            navigator.clipboard.writeText(secret).then(
              () => setCopied("yes"),
              () => setCopied("refused"),
            )
          }
        >
          {copied === "yes" ? t.copied : t.copy}
        </button>
        <button type="button" onClick={done}>
          {t.done}
        </button>
        <span className="note" role="status">
          {copied === "refused" && t.selectItAndCopyItYourself}
          {copied === "yes" && <span className="spoken">{t.copied}</span>}
        </span>
      </p>
    </section>
  );
}
