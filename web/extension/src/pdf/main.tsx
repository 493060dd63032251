// The PDF viewer's document: the pages on one side, the panel on the other.

import { setLanguageOf } from "@wherein/ui/messages/messages.ts";
import { Panel } from "@wherein/ui/panel.tsx";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import "@wherein/ui/text-layer.css";
import "./pdf.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { makeController } from "../panel/make-controller.ts";
import { isPrivate } from "../panel/private-window.ts";
import { PdfPageLink } from "./pdf-page-link.ts";
import { PdfView } from "./pdf-view.ts";

/** Runs in the tab that shows the PDF and returns its bytes as text, because messages cannot carry bytes. */
async function takeOver(): Promise<string> {
  const blob = await (await fetch(location.href)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function bytesFrom(tabId: number): Promise<Uint8Array> {
  const [{ result } = {}] = await chrome.scripting.executeScript({
    target: { tabId },
    func: takeOver,
  });
  if (!result) throw new Error("nothing came");
  return Uint8Array.from(atob(result), (char) => char.charCodeAt(0));
}

setLanguageOf(document);
const parameters = new URLSearchParams(location.search);
const tabId = Number(parameters.get("tab"));
const view = new PdfView(document.getElementById("pages") as HTMLElement);
const page = new PdfPageLink(view, {
  url: parameters.get("url") ?? "",
  bytes: () => bytesFrom(tabId),
});
const own = await chrome.tabs.getCurrent();
const controller = makeController(page, await isPrivate(own?.id ?? tabId));
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Panel
      controller={controller}
      settings={() => void chrome.runtime.openOptionsPage()}
      focus={0}
    />
  </StrictMode>,
);
window.addEventListener("pagehide", () => controller.destroy());
await controller.open();
const { page: opened } = controller.snapshot();
if (opened.kind === "open" && opened.content.title) document.title = opened.content.title;
