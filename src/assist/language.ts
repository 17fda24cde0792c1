/** The languages of manifests. */
export type Language = "json" | "yaml";

/** True for text that begins as a JSON document does. */
export const looksLikeJson = (text: string): boolean => /^\s*[{["]/.test(text);
