import { useRef, useState, type RefObject } from "react";

const landmarks = "main, header, footer, nav, aside, section[aria-label], [role='region']";

/** Returns the outermost landmark around an element; null for none, and in a dialog, which clips what is put into it. */
export function landmarkAround(element: Element | null): HTMLElement | null {
  if (element === null || element.closest("[role='dialog'], [role='alertdialog']") !== null) return null;
  let found: HTMLElement | null = null;
  for (let at: Element | null = element; at !== null; at = found.parentElement) {
    const next: HTMLElement | null = at.closest<HTMLElement>(landmarks);
    if (next === null) return found;
    found = next;
  }
  return found;
}

/** Where what an element opens is put in the document, so that screen readers find it by the same landmark. */
export interface LandmarkOfTrigger {
  /** The ref of the element that opens it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The landmark, looked up when it is asked for. */
  readonly container: RefObject<HTMLElement | null>;
}

/** Returns the container for a popup, which is the landmark that its trigger stands in. */
export function useLandmarkOfTrigger(): LandmarkOfTrigger {
  const trigger = useRef<HTMLButtonElement>(null);
  const [container] = useState<RefObject<HTMLElement | null>>(() => ({
    get current() {
      return landmarkAround(trigger.current);
    },
  }));
  return { trigger, container };
}
