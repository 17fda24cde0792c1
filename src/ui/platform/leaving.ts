/** Loads the page again, at its current URL or at another one of its own. */
export function reloadPage(url?: string): void {
  if (url !== undefined) history.replaceState(null, "", url);
  location.reload();
}

/** Calls `callback` when the page may be about to be unloaded, which is the last chance to save state. */
export function onLeaving(callback: () => void): void {
  window.addEventListener("pagehide", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) callback();
  });
}
