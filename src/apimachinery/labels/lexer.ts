/** What a word of a selector is. `end` stands once, last. */
export type TokenKind = "end" | ")" | "," | "!" | "==" | "=" | ">" | "in" | "<" | "!=" | "notin" | "(" | "identifier";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const symbols: ReadonlySet<string> = new Set([")", ",", "!", "==", "=", ">", "<", "!=", "("] satisfies TokenKind[]);
const isSymbol = (text: string): text is TokenKind => symbols.has(text);

const isSpace = (char: string): boolean => char === " " || char === "\t" || char === "\r" || char === "\n";
const isSpecial = (char: string): boolean => char !== "" && "=!(),><".includes(char);
const endsText = (char: string): boolean => char === "" || char === "\0";

function wordEnd(text: string, start: number): number {
  let end = start;
  while (!endsText(text.charAt(end)) && !isSpecial(text.charAt(end)) && !isSpace(text.charAt(end))) end++;
  return end;
}

function wordToken(text: string): Token {
  return { kind: text === "in" || text === "notin" ? text : "identifier", text };
}

/** The longest symbol at a place: two characters where they make one. */
function symbolToken(text: string, start: number): Token {
  const two = text.slice(start, start + 2);
  const one = text.charAt(start);
  if (isSymbol(two)) return { kind: two, text: two };
  return isSymbol(one) ? { kind: one, text: one } : { kind: "identifier", text: one };
}

/** Splits a selector into tokens; a NUL ends a word unseen, or the text where one should begin. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let pos = 0;
  for (;;) {
    while (isSpace(text.charAt(pos))) pos++;
    if (endsText(text.charAt(pos))) break;
    const token = isSpecial(text.charAt(pos)) ? symbolToken(text, pos) : wordToken(text.slice(pos, wordEnd(text, pos)));
    tokens.push(token);
    pos += token.text.length;
    if (token.text !== "" && text.charAt(pos) === "\0") pos++;
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}
