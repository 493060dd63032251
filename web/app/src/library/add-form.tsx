// How documents are added by hand: files, a folder, a web address. Draws only; the library's controller adds them.

import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useRef, useState } from "react";
import type { LibraryController } from "./library-controller.ts";

export function AddForm({ library }: { readonly library: LibraryController }): ReactElement {
  const [address, setAddress] = useState("");
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    library.adding.add(Array.from(input.files ?? []));
    input.value = "";
  };
  return (
    <div className="add">
      <button type="button" onClick={() => files.current?.click()}>
        {t.addFiles}
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        {t.addAFolder}
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t.filesToAdd}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label={t.folderToAdd}
        onChange={(event) => take(event.target)}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() === "") return;
          library.adding.add([address.trim()]);
          setAddress("");
        }}
      >
        <input
          type="text"
          inputMode="url"
          aria-label={t.webAddressToAdd}
          placeholder={t.httpsAWebAddress}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit">{t.add}</button>
      </form>
    </div>
  );
}
