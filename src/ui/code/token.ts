/** A piece of a line; `kind` is a class of the stylesheet, "" for plain text. */
export interface Token {
  readonly kind: "" | "key" | "string" | "number" | "keyword" | "quiet";
  readonly text: string;
}
