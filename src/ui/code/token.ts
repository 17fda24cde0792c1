/** A token of a line; `kind` is a CSS class, or "" for plain text. */
export interface Token {
  readonly kind: "" | "key" | "string" | "number" | "keyword" | "quiet";
  readonly text: string;
}
