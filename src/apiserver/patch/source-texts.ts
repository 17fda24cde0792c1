import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { encodeJson, encodeScalar, quoteJson, sortedKeys } from "../../apimachinery/json/encode.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { call, runWalk, type Walk } from "../../apimachinery/walk.ts";
import { decodeLongJson } from "../../component-base/long-json.ts";
import { walkRunning } from "../../component-base/work.ts";
import { addedNull, copiedNull } from "./json-patch-nulls.ts";
import { readSource } from "./source-reader.ts";
import { isList, isObject, Spelling, type Container, type JsonScalar, type Leaf, type Tree } from "./tree.ts";

/** Tracks how a patch accesses its document, so that the result can be printed as upstream prints it. */
export interface Tracker<L extends Leaf> {
  /** Called when the members of a container are accessed. The container is printed with sorted members from then on. */
  open(container: Container<L>): void;
  /** Returns a copy of a node and the length of its text in bytes. */
  copy(node: Tree<L>): { readonly node: Tree<L>; readonly size: number };
}

/** The tracker for results that are not printed: nodes are shared and nothing is recorded. */
export const noTexts: Tracker<JsonScalar> = {
  open: () => undefined,
  copy: (node) => ({ node, size: byteLength(encodeJson(node)) }),
};

interface Source {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the texts of the containers of parsed documents. A patch operates on values; an untouched container keeps its
 * identity and is printed as in its source, while a new or accessed one is printed with sorted members.
 * `{"b":{"z":1,"y":2}}` with `c` added is `{"b":{"z":1,"y":2},"c":3}`.
 */
export class SourceTexts implements Tracker<Leaf> {
  readonly #sources = new WeakMap<Container<Leaf>, Source>();

  /**
   * Parses JSON and records the text of each container. Throws JsonSyntaxError; numbers outside the range of float64
   * are allowed.
   */
  read(text: string): Tree<Leaf> {
    checkSyntax(text, decodeJson);
    return runWalk(this.#read(text));
  }

  /** Does the same; in a large computation with pauses, over which the texts must be kept. */
  readLong(text: string): Tree<Leaf> {
    checkSyntax(text, decodeLongJson);
    return walkRunning(() => this.#read(text));
  }

  #read(text: string): Walk<Tree<Leaf>> {
    return readSource(text, (container, start, end) => this.#sources.set(container, { text, start, end }));
  }

  open(container: Container<Leaf>): void {
    this.#sources.delete(container);
  }

  copy(node: Tree<Leaf>): { readonly node: Tree<Leaf>; readonly size: number } {
    const text = this.print(node);
    if (node === addedNull) return { node: copiedNull, size: text.length };
    return { node: this.read(text), size: byteLength(text) };
  }

  /** Prints a node like Go's encoding/json, with raw parts unchanged. */
  print(node: Tree<Leaf>): string {
    return runWalk(this.#print(node));
  }

  /** Does the same; in a large computation with pauses. */
  printLong(node: Tree<Leaf>): string {
    return walkRunning(() => this.#print(node));
  }

  *#print(node: Tree<Leaf>): Walk<string> {
    if (node instanceof Spelling) return compact(node.text);
    if (isList(node)) return this.#asItStood(node) ?? (yield* this.#printItems(node));
    return isObject(node) ? (this.#asItStood(node) ?? (yield* this.#printMembers(node))) : (encodeScalar(node) ?? "");
  }

  #asItStood(container: Container<Leaf>): string | undefined {
    const source = this.#sources.get(container);
    return source === undefined ? undefined : compact(source.text.slice(source.start, source.end));
  }

  *#printItems(items: readonly Tree<Leaf>[]): Walk<string> {
    const texts: string[] = [];
    for (const item of items) texts.push(yield* call(this.#print(item)));
    return `[${texts.join(",")}]`;
  }

  *#printMembers(object: { readonly [name: string]: Tree<Leaf> }): Walk<string> {
    const texts: string[] = [];
    const names = sortedKeys(object as JsonObject); // only the names are used
    for (const name of names) texts.push(`${quoteJson(name)}:${yield* call(this.#print(object[name] ?? null))}`);
    return `{${texts.join(",")}}`;
  }
}

function checkSyntax(text: string, decode: (text: string) => unknown): void {
  try {
    decode(text);
  } catch (err) {
    if (!isNumberOutOfRange(err)) throw err;
  }
}

/** Reports whether an error is due to a number outside the range of float64 in otherwise valid JSON. */
export const isNumberOutOfRange = (err: unknown): boolean =>
  err instanceof JsonSyntaxError && err.message.startsWith("json: cannot unmarshal number");

const stringOrSpace = /"(?:[^"\\]|\\.)*"|[ \t\n\r]+/g;
const htmlSensitive = /[<>&\u2028\u2029]/g;

/** Compacts JSON and escapes HTML characters like Go (json.Marshal of a RawMessage). */
const compact = (text: string): string =>
  text.replace(stringOrSpace, (found) =>
    found.startsWith('"')
      ? found.replace(htmlSensitive, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
      : "",
  );
