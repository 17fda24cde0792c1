const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns a text as it is written in HTML. */
export const withoutMarkup = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char);

/** Returns the anchor of a heading as GitHub and npm make it, but for the number of a repeated one. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
