// The panel's document: puts the parts together for one tab.

import { Panel } from "@wherein/ui/panel.tsx";
import { PanelController } from "@wherein/ui/panel-controller.ts";
import "@wherein/ui/panel.css";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { LocalNotebook } from "../notebook.ts";
import { isFocusFor, takeQuestion } from "./asked-for.ts";
import { TabPageLink } from "./page-link.ts";
import { PortReaderLink } from "./reader-link.ts";
import { openReader } from "./reader-port.ts";
import { PairedServerLink } from "./server-link.ts";

async function currentTab(): Promise<number> {
  const given = Number(new URLSearchParams(location.search).get("tab"));
  if (given > 0) return given;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? 0;
}

async function start(root: Root): Promise<void> {
  const tabId = await currentTab();
  const controller = new PanelController({
    page: new TabPageLink(tabId),
    reader: new PortReaderLink(openReader),
    server: new PairedServerLink(),
    notebook: new LocalNotebook(),
    clipboard: { write: (text) => navigator.clipboard.writeText(text) },
    close: () => window.close(),
  });
  let focus = 0;
  const draw = () =>
    root.render(
      <StrictMode>
        <Panel
          controller={controller}
          settings={() => void chrome.runtime.openOptionsPage()}
          focus={focus}
        />
      </StrictMode>,
    );
  const asked = async () => {
    const { question } = await takeQuestion(tabId);
    if (question !== null) controller.type(question);
    focus++;
    draw();
  };
  const messages = (message: unknown) => {
    if (!isFocusFor(message, tabId)) return;
    // The gesture that came with it may have opened a page that was closed to us before.
    if (controller.snapshot().page.kind === "closed") void controller.open();
    void asked();
  };
  chrome.runtime.onMessage.addListener(messages);
  window.addEventListener("pagehide", () => {
    chrome.runtime.onMessage.removeListener(messages);
    controller.destroy();
  });
  draw();
  await controller.open();
  await asked();
}

void start(createRoot(document.getElementById("root") as HTMLElement));
