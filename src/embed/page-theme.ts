import type { EmbedTheme } from "./protocol.ts";

const darkScheme = "(prefers-color-scheme: dark)";

/** Reports whether a computed colour is light: `rgb(232, 234, 240)`. Undefined for other notations. */
export function isLightColour(colour: string): boolean | undefined {
  const [red, green, blue] = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)/.exec(colour)?.slice(1).map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return red * 0.299 + green * 0.587 + blue * 0.114 > 127;
}

/** Returns the theme of the page around an element: light text stands on a dark page, however the page made it. */
export function themeAround(element: Element): EmbedTheme {
  const isLight = isLightColour(getComputedStyle(element).color);
  return isLight === undefined ? "system" : isLight ? "dark" : "light";
}

/** Calls `changed` when the page's theme may have changed, until the returned function is called. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  const scheme = matchMedia(darkScheme);
  scheme.addEventListener("change", changed);
  document.addEventListener("transitionend", changed);
  return () => {
    observer.disconnect();
    scheme.removeEventListener("change", changed);
    document.removeEventListener("transitionend", changed);
  };
}
