// The ways into an empty library: files, a folder, an address, the samples, the browser extension. Draws only.

import { t } from "@wherein/ui/messages/messages.ts";
import type { ReactElement } from "react";
import { AddForm } from "./add-form.tsx";
import type { LibraryController } from "./library-controller.ts";

export function FirstSteps({ library }: { readonly library: LibraryController }): ReactElement {
  const addSamples = async () => {
    const { samples } = await import("./samples.ts");
    library.adding.add(await samples());
  };
  return (
    <section className="first-steps">
      <h2>{t.theLibraryIsEmpty}</h2>
      <p>{t.dropFilesOrFoldersAnywhere}</p>
      <AddForm library={library} />
      <p>{t.noDocumentsAtHand}</p>
      <button type="button" onClick={() => void addSamples()}>
        {t.addTheSamples}
      </button>
      <p className="note extension-note">
        {t.pagesYouReadInTheBrowser} <a href="/settings">{t.browserExtensionInText}</a>.
      </p>
    </section>
  );
}
