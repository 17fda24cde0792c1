import type { Draw } from "./draw.ts";

const noise = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ".",
  ",",
  "?",
  ":",
  "!",
  "-",
  "'",
  '"',
  "'''",
  "\\",
  "`",
  "\n",
  "\t",
  "@",
  "é",
  "😀",
  "\ud800",
  "\u0000",
  "in",
  "//",
  "0x",
  "1e",
  "u",
  "r'",
  "b'",
  "\\x",
  "\\u00",
  "&&",
  "&",
  "has(",
  ".all(",
];

type Mutation = (draw: Draw, text: string, at: number) => string;

const mutations: readonly Mutation[] = [
  (draw, text, at) => text.slice(0, at) + (noise[draw(noise.length)] ?? "") + text.slice(at + draw(4)),
  (draw, text, at) => text.slice(0, at) + text.slice(at + 1 + draw(8)),
  (draw, text, at) => text.slice(0, at) + text.slice(at, at + 1 + draw(20)).repeat(1 + draw(4)) + text.slice(at),
  (draw, text, at) => text.slice(0, at) + String.fromCharCode(draw(128)) + text.slice(at + 1),
  (draw, text, at) => text.slice(0, at) + text.slice(draw(text.length + 1)),
  (_, text, at) => text.slice(at) + text.slice(0, at),
];

/** Mutates a text at one or more positions. */
export function mutate(draw: Draw, text: string): string {
  let changed = text;
  for (let i = 0; i <= draw(3); i++)
    changed = mutations[draw(mutations.length)]?.(draw, changed, draw(changed.length + 1)) ?? changed;
  return changed;
}
