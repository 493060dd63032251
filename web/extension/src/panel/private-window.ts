// Detects whether a tab is in a private window, where nothing is stored.

/** Also true when it can't be determined. */
export async function isPrivate(tabId: number): Promise<boolean> {
  // One extension runs for both kinds of window, so its own context does not show it.
  if (chrome.extension.inIncognitoContext) return true;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.incognito ?? true;
}
