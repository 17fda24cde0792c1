/** What an unstable part of a text or a value is. */
export type Form = "uid" | "time" | "revision" | "name" | "hash" | "address" | "port" | "age" | "token" | "text";

/** A part of a text: as it is written, a value that an earlier answer had, or anything of a form. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "any"; readonly form: Form };

/** What is expected of a value, or what is sent: a value, with variables and unstable parts in it. */
export type Pattern =
  | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
  | { readonly kind: "pieces"; readonly pieces: readonly Piece[] }
  /** Any value of a form. */
  | { readonly kind: "any"; readonly form: Form }
  /** With `rest`, others may follow the items. */
  | { readonly kind: "list"; readonly items: readonly Pattern[]; readonly rest?: true }
  | { readonly kind: "map"; readonly members: readonly (readonly [name: string, value: Pattern])[] };

/** A path into a value. */
export type Path = readonly (string | number)[];

export const textPiece = (text: string): Piece => ({ kind: "text", text });

/** Returns pieces as a pattern: a scalar if they are nothing but text. */
export function patternOfPieces(pieces: readonly Piece[]): Pattern {
  const [only] = pieces;
  if (pieces.length === 0) return { kind: "scalar", value: "" };
  if (pieces.length > 1 || only === undefined) return { kind: "pieces", pieces };
  if (only.kind === "text") return { kind: "scalar", value: only.text };
  return only.kind === "any" ? { kind: "any", form: only.form } : { kind: "pieces", pieces };
}

/** Returns the pieces of a text, in which each match of a pattern is replaced. */
export function piecesOf(text: string, found: RegExp, replace: (found: string) => readonly Piece[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(found)) {
    if (match.index > at) pieces.push(textPiece(text.slice(at, match.index)));
    pieces.push(...replace(match[0]));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(textPiece(text.slice(at)));
  return pieces;
}

/** A regular expression that finds any of some texts, the longest first; undefined without texts. */
export function anyOfTexts(texts: Iterable<string>): string | undefined {
  const sorted = [...texts].toSorted((a, b) => b.length - a.length);
  return sorted.length === 0 ? undefined : sorted.map(escapeRegExp).join("|");
}

/** Returns a text as a regular expression that matches nothing but the text. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Returns a pattern with a variable at a path, which is made where the pattern does not have it. */
export function withVariableAt(pattern: Pattern | undefined, path: Path, name: string): Pattern {
  const [first, ...rest] = path;
  if (first === undefined) return { kind: "pieces", pieces: [{ kind: "variable", name }] };
  if (typeof first === "string") {
    const members = pattern?.kind === "map" ? pattern.members : [];
    const own = members.find(([member]) => member === first)?.[1];
    const inner = [first, withVariableAt(own, rest, name)] as const;
    if (own === undefined) return { kind: "map", members: [...members, inner] };
    return { kind: "map", members: members.map((member) => (member[0] === first ? inner : member)) };
  }
  if (pattern?.kind === "list" && first < pattern.items.length)
    return {
      ...pattern,
      items: pattern.items.map((item, i) => (i === first ? withVariableAt(item, rest, name) : item)),
    };
  const before = Array.from({ length: first }, (): Pattern => ({ kind: "any", form: "text" }));
  return { kind: "list", items: [...before, withVariableAt(undefined, rest, name)], rest: true };
}
