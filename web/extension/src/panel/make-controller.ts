// The panel's controller with this extension's links: the same for the side panel and the PDF viewer.

import type { PageLink } from "@wherein/ui/links.ts";
import { PanelController } from "@wherein/ui/state/panel-controller.ts";
import { LocalNotebook } from "../notebook.ts";
import { loadSettings } from "../settings.ts";
import { LocalVerdicts } from "../verdict-store.ts";
import { PortReaderLink } from "./reader-link.ts";
import { openReader } from "./reader-port.ts";
import { PairedServerLink } from "./server-link.ts";
import { makeVoice } from "./voice.ts";

/** `inPrivate`: the page is in a private window, for which nothing is stored. */
export function makeController(page: PageLink, inPrivate: boolean): PanelController {
  return new PanelController({
    page,
    reader: new PortReaderLink(
      openReader,
      async () => !inPrivate && (await loadSettings()).memory !== "off",
    ),
    server: new PairedServerLink(inPrivate),
    notebook: new LocalNotebook(inPrivate),
    verdicts: new LocalVerdicts(inPrivate),
    clipboard: { write: (text) => navigator.clipboard.writeText(text) },
    voice: makeVoice(),
    close: () => window.close(),
  });
}
