/** Calls back when the page may be about to go: the last moment to remember something. */
export function onLeaving(callback: () => void): void {
  window.addEventListener("pagehide", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) callback();
  });
}
