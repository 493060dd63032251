// The service worker: opens the panel for a tab. It keeps nothing in memory, so it may stop at any time.

import { t } from "@wherein/ui/messages/messages.ts";
import { type AskedFor, focusMessage, keepQuestion } from "./panel/asked-for.ts";

const ASK_SELECTION = "ask-selection";

/** Firefox's sidebar, which other browsers do not have. */
interface Sidebar {
  open(): Promise<void>;
}

/** Must run within the gesture: nothing is awaited before `open`. */
function openPanel(tab: chrome.tabs.Tab, asked: AskedFor): void {
  const tabId = tab.id;
  if (tabId === undefined) return;
  const opened = "sidePanel" in chrome ? openSidePanel(tabId) : openSidebar();
  void keepQuestion(tabId, asked)
    .then(() => opened)
    // An open panel gets a message; one that opens now reads the state itself.
    .then(() => chrome.runtime.sendMessage(focusMessage(tabId)))
    .catch(() => undefined);
}

function openSidePanel(tabId: number): Promise<void> {
  void chrome.sidePanel.setOptions({ tabId, path: `panel.html?tab=${tabId}`, enabled: true });
  return chrome.sidePanel.open({ tabId });
}

function openSidebar(): Promise<void> {
  return (chrome as unknown as { sidebarAction: Sidebar }).sidebarAction.open();
}

chrome.action.onClicked.addListener((tab) => openPanel(tab, { question: null }));

chrome.contextMenus.onClicked.addListener((info, tab) => {
  if (info.menuItemId === ASK_SELECTION && tab) {
    openPanel(tab, { question: info.selectionText ?? null });
  }
});

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.removeAll(() => {
    chrome.contextMenus.create({
      id: ASK_SELECTION,
      title: t.askAboutS,
      contexts: ["selection"],
    });
  });
});
