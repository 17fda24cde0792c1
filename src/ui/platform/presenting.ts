import { urlOfPresentation } from "./address.ts";

/** Whether the page is the window of a talk, as `?present` in its URL says: large type, no bars, led by keys. */
export const isPresenting = (): boolean => new URLSearchParams(location.search).has("present");

/** The type of code, in pixels, as the tokens `--code-size` and `--code-line` have it. */
export const codeType = (): { readonly size: number; readonly line: number } =>
  isPresenting() ? { size: 17, line: 26 } : { size: 12, line: 18 };

/** Opens a window for a talk at the address that is shown here. It is another tab of the same server. */
export function openPresentation(): void {
  open(urlOfPresentation(), "_blank");
}
