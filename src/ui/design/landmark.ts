const landmarks = "main, header, footer, nav, aside, section[aria-label], [role='region']";

/**
 * Returns the outermost landmark around an element, which a menu that the element opens is put into: screen readers
 * then find the menu by the landmark of its button. Undefined for none, and in a dialog, which clips what is put there.
 */
export function landmarkAround(element: Element | undefined): HTMLElement | undefined {
  if (element === undefined || element.closest("[role='dialog'], [role='alertdialog']") !== null) return undefined;
  let found: HTMLElement | undefined;
  for (let at: Element | null = element; at !== null; at = found.parentElement) {
    const next: HTMLElement | null = at.closest<HTMLElement>(landmarks);
    if (next === null) return found;
    found = next;
  }
  return found;
}
