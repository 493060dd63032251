// The panel's document: connects the parts for one tab.

import { setLanguageOf } from "@wherein/ui/messages/messages.ts";
import { Panel } from "@wherein/ui/panel.tsx";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { tabToFocus, takeQuestion } from "./asked-for.ts";
import { makeController } from "./make-controller.ts";
import { TabPageLink } from "./page-link.ts";
import { isPrivate } from "./private-window.ts";

/** The tab this panel belongs to; 0 for Firefox's sidebar, which is one for all tabs of its window. */
const OWN_TAB = Number(new URLSearchParams(location.search).get("tab"));

async function currentTab(): Promise<number> {
  if (OWN_TAB > 0) return OWN_TAB;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? 0;
}

async function start(root: Root): Promise<void> {
  const tabId = await currentTab();
  const page = new TabPageLink(tabId);
  const controller = makeController(page, await isPrivate(tabId));
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
  const asked = async (again: boolean) => {
    const { question } = await takeQuestion(tabId);
    if (question !== null) controller.askAbout(question);
    // The field has had the focus since it was drawn: selecting its words now would lose the first
    // letters of a person who began to type at once.
    if (!again && question === null) return;
    focus++;
    draw();
  };
  const messages = (message: unknown) => {
    const wanted = tabToFocus(message);
    if (wanted !== tabId) {
      // Opened on another tab: the sidebar starts again there.
      if (wanted !== null && OWN_TAB === 0)
        void currentTab().then((tab) => tab === wanted && location.reload());
      return;
    }
    controller.granted();
    void asked(true);
  };
  chrome.runtime.onMessage.addListener(messages);
  window.addEventListener("pagehide", () => {
    chrome.runtime.onMessage.removeListener(messages);
    controller.destroy();
  });
  draw();
  await controller.open();
  await asked(false);
}

setLanguageOf(document);
void start(createRoot(document.getElementById("root") as HTMLElement));
