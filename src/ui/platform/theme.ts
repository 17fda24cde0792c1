/** Calls a function whenever the colours of the page may have changed, until the returned function is called. */
export function followTheme(changed: () => void): () => void {
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  preferred.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    preferred.removeEventListener("change", changed);
  };
}
