import { encodeScalar } from "../../apimachinery/json/encode.ts";
import { parseJsonNumber } from "../../apimachinery/json/number.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { setMember } from "../../apimachinery/json/members.ts";
import { pausePoint, type Walk } from "../../apimachinery/walk.ts";
import { Spelling, type Container, type Leaf, type Tree } from "./tree.ts";

/** Called for every list and object read, with its position in the text. */
export type NoteSource = (container: Container<Leaf>, start: number, end: number) => void;

type Frame = { readonly start: number; key: string } & (
  | { readonly kind: "list"; readonly node: Tree<Leaf>[] }
  | { readonly kind: "object"; readonly node: { [name: string]: Tree<Leaf> } }
);

const token = /[ \t\n\r,:]*("(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"]+)/y;

/** The tokens that are read in one step. */
const tokensOfStep = 4;

/** Parses valid JSON, keeping the spelling of scalars and reporting the positions of containers. */
export function* readSource(text: string, note: NoteSource): Walk<Tree<Leaf>> {
  const stack: Frame[] = [];
  let at = 0;
  for (let count = 1; ; count++) {
    if (count % tokensOfStep === 0) yield pausePoint;
    token.lastIndex = at;
    const word = token.exec(text)?.[1] ?? "";
    at = token.lastIndex;
    const opened = open(word, at - word.length);
    const frame = stack.at(-1);
    if (opened !== undefined) stack.push(opened);
    else if (frame?.kind === "object" && frame.key === "" && word.startsWith('"')) frame.key = word;
    else {
      const node = finish(stack, word, note, at);
      const parent = stack.at(-1);
      if (parent === undefined) return node;
      put(parent, node);
    }
  }
}

function open(word: string, start: number): Frame | undefined {
  if (word === "{") return { kind: "object", node: {}, start, key: "" };
  return word === "[" ? { kind: "list", node: [], start, key: "" } : undefined;
}

/** Returns the container that a token closes, or the scalar that it represents. */
function finish(stack: Frame[], word: string, note: NoteSource, end: number): Tree<Leaf> {
  if (word !== "}" && word !== "]") return readScalar(word);
  const frame = stack.pop();
  if (frame === undefined) return null;
  note(frame.node, frame.start, end);
  return frame.node;
}

/**
 * Adds a value to the current container. A key keeps its quotes until its value is read, so that an empty key differs
 * from no key.
 */
function put(frame: Frame, node: Tree<Leaf>): void {
  if (frame.kind === "list") {
    frame.node.push(node);
    return;
  }
  setMember(frame.node, unquote(frame.key), node);
  frame.key = "";
}

const unquote = (word: string): string => String(JSON.parse(word)).toWellFormed();

function readScalar(word: string): Leaf {
  if (word === "true") return true;
  if (word === "false") return false;
  if (word === "null") return null;
  const value = word.startsWith('"') ? unquote(word) : (parseJsonNumber(word) ?? new Double(Number(word)));
  return encodeScalar(value) === word ? value : new Spelling(word, value);
}
