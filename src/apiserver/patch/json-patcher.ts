import { memberOf, setMember } from "../../apimachinery/json/members.ts";
import { copiedNull, isAddedNull, isNilMap } from "./json-patch-nulls.ts";
import { nodesEqual } from "./json-patch-equal.ts";
import { nilDereference, nilMapAssignment, PatchFailure } from "./patch-failure.ts";
import type { Tracker } from "./source-texts.ts";
import { isList, isObject, type Container, type Leaf, type Tree, type TreeObject, Spelling } from "./tree.ts";
import { typeName } from "../../apimachinery/json/type-name.ts";
import { NumberParseError, parseInteger } from "../../apimachinery/strconv.ts";

/**
 * Splits a JSON pointer into its keys, or returns undefined if the text has no slash. Text before the first slash is
 * ignored.
 */
function parsePointer(text: string): readonly string[] | undefined {
  const parts = text.split("/");
  return parts.length < 2 ? undefined : parts.slice(1).map(unescape);
}

const unescape = (part: string): string =>
  part.includes("~") ? part.replace(/~[01]/g, (found) => (found === "~1" ? "/" : "~")) : part;

/** Parses a list index like Go's strconv.Atoi, which allows a sign and leading zeros. Throws PatchFailure. */
function parseIndex(text: string): number {
  try {
    return Number(parseInteger(text, 64, "Atoi"));
  } catch (err) {
    throw err instanceof NumberParseError ? new PatchFailure(err.message) : err;
  }
}

/** Resolves an index in a list of `size` items; negative indexes count from the end. Throws PatchFailure. */
function resolveIndex(text: string, size: number): number {
  const index = parseIndex(text);
  if (index >= size || index < -size)
    throw new PatchFailure(`Unable to access invalid index: ${index}: invalid index referenced`);
  return index < 0 ? index + size : index;
}

/** Returns a string member of an operation, or undefined if it is not a string. */
function textMember(operation: TreeObject<Leaf>, name: "op" | "path" | "from"): string | undefined {
  const given = memberOf(operation, name);
  const value = given instanceof Spelling ? given.value : given;
  return typeof value === "string" ? value : undefined;
}

/** Describes why a member is not a string (Operation.Path, Operation.From). */
function describeMember(operation: TreeObject<Leaf>, name: "path" | "from"): string {
  const given = memberOf(operation, name) ?? null;
  if (given === null)
    return name === "path"
      ? "operation missing path field: missing value"
      : "operation, missing from field: missing value";
  const type = isList(given)
    ? "array"
    : isObject(given)
      ? "object"
      : typeName(given instanceof Spelling ? given.value : given);
  return `json: cannot unmarshal ${type} into Go value of type string`;
}

/** One operation of a patch. Its members are validated when it is applied. */
export type Operation<L extends Leaf> = TreeObject<L>;

/**
 * The maximum total size of the copies of one patch, in bytes (jsonpatch.AccumulatedCopySizeLimit as set by the
 * server).
 */
const copySizeLimit = 3 * 1024 * 1024;

/** Copying an item or member takes as long as moving so many. */
const ownCost = 16;

/** The container and key that an operation reads or writes. */
interface Place<L extends Leaf> {
  readonly container: Tree<L>;
  readonly key: string;
}

/**
 * Applies operations in sequence (jsonpatch.Patch.Apply). The given document is not changed: a container is copied when
 * it is first written to and modified in place afterwards, so that a thousand operations on one list copy it once.
 */
export class JsonPatcher<L extends Leaf> {
  #document: Tree<L>;
  #own = new WeakSet<Container<L>>();
  #copied = 0;
  #touched = 0;
  readonly #tracker: Tracker<L>;

  constructor(document: Tree<L>, tracker: Tracker<L>) {
    this.#document = document;
    this.#tracker = tracker;
    if (isContainer(document)) tracker.open(document);
  }

  get document(): Tree<L> {
    return this.#document;
  }

  /**
   * Applies one operation and returns how many items and members it may have touched. Throws PatchFailure, or
   * PatchPanic where upstream panics.
   */
  apply(operation: Operation<L>): number {
    this.#touched = 0;
    this.#perform(operation);
    return this.#touched;
  }

  #perform(operation: Operation<L>): void {
    const kind = textMember(operation, "op") ?? "unknown";
    switch (kind) {
      case "add":
        return this.#add(operation);
      case "remove":
        return this.#remove(operation);
      case "replace":
        return this.#replace(operation);
      case "move":
        return this.#move(operation);
      case "test":
        return this.#test(operation);
      case "copy":
        return this.#copy(operation);
      default:
        throw new PatchFailure(`Unexpected kind: ${kind}`);
    }
  }

  #add(operation: Operation<L>): void {
    const path = textMember(operation, "path");
    if (path === undefined) throw new PatchFailure("add operation failed to decode path: missing value");
    const place = this.#find(path, true) ?? missing(`add operation does not apply: doc is missing path: "${path}"`);
    within(`error in add for path: '${path}'`, () => insert(place, memberOf(operation, "value") ?? nil()));
  }

  #remove(operation: Operation<L>): void {
    const path = textMember(operation, "path");
    if (path === undefined) throw new PatchFailure("remove operation failed to decode path: missing value");
    const place = this.#find(path, true) ?? missing(`remove operation does not apply: doc is missing path: "${path}"`);
    within(`error in remove for path: '${path}'`, () => remove(place));
  }

  #replace(operation: Operation<L>): void {
    const path =
      textMember(operation, "path") ??
      missing(`replace operation failed to decode path: ${describeMember(operation, "path")}`, "");
    const value = memberOf(operation, "value");
    if (path === "") return this.#replaceDocument(value);
    const place = this.#find(path, true) ?? missing(`replace operation does not apply: doc is missing path: ${path}`);
    if (!isReadable(place))
      throw new PatchFailure(`replace operation does not apply: doc is missing key: ${path}: missing value`);
    put(place, value ?? nil());
  }

  /** Replaces the whole document. A value that is neither an object, nor a nil map, nor a list changes nothing. */
  #replaceDocument(value: Tree<L> | undefined): void {
    if (value === undefined) throw nilDereference();
    if (!isContainer(value) && value !== copiedNull) return;
    if (isContainer(value)) this.#tracker.open(value);
    this.#document = value;
  }

  #move(operation: Operation<L>): void {
    const from =
      textMember(operation, "from") ??
      missing(`move operation failed to decode from: ${describeMember(operation, "from")}`, "");
    const source =
      this.#find(from, true) ?? missing(`move operation does not apply: doc is missing from path: ${from}`);
    const value = within(`error in move for path: '${source.key}'`, () => {
      const found = read(source);
      remove(source);
      return found;
    });
    const path =
      textMember(operation, "path") ??
      missing(`move operation failed to decode path: ${describeMember(operation, "path")}`, "");
    const place =
      this.#find(path, true) ?? missing(`move operation does not apply: doc is missing destination path: ${path}`);
    within(`error in move for path: '${path}'`, () => insert(place, value ?? nil()));
  }

  /**
   * Applies a copy operation. A copy can share parts with the original, so no container is considered owned afterwards.
   */
  #copy(operation: Operation<L>): void {
    const from =
      textMember(operation, "from") ??
      missing(`copy operation failed to decode from: ${describeMember(operation, "from")}`, "");
    const source =
      this.#find(from, false) ?? missing(`copy operation does not apply: doc is missing from path: ${from}`);
    const value = within(`error in copy for from: '${from}'`, () => read(source)) ?? null;
    const path = textMember(operation, "path");
    if (path === undefined) throw new PatchFailure("copy operation failed to decode path: missing value");
    if (isContainer(value)) this.#own = new WeakSet();
    const place =
      this.#find(path, true) ?? missing(`copy operation does not apply: doc is missing destination path: ${path}`);
    const copied = value === null ? nil<L>() : this.#copyOf(value);
    within("error while adding value during copy", () => insert(place, copied));
  }

  #copyOf(value: Tree<L>): Tree<L> {
    const { node, size } = this.#tracker.copy(value);
    this.#copied += size;
    if (this.#copied > copySizeLimit) {
      throw new PatchFailure(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${copySizeLimit}`,
      );
    }
    return node;
  }

  #test(operation: Operation<L>): void {
    const path =
      textMember(operation, "path") ??
      missing(`test operation failed to decode path: ${describeMember(operation, "path")}`, "");
    const value = memberOf(operation, "value");
    const holds = path === "" ? this.#documentEquals(value) : this.#valueEquals(path, value);
    if (!holds) throw new PatchFailure(`testing value ${path} failed: test failed`);
  }

  #documentEquals(value: Tree<L> | undefined): boolean {
    if (value === undefined) throw nilDereference();
    return nodesEqual(isNilMap(this.#document) ? {} : this.#document, value, this.#tracker);
  }

  #valueEquals(path: string, value: Tree<L> | undefined): boolean {
    const place = this.#find(path, false) ?? missing(`test operation does not apply: is missing path: ${path}`);
    const found = within(`error in test for path: '${path}'`, () => read(place)) ?? null;
    if (found !== null) return value !== undefined && nodesEqual(found, value, this.#tracker);
    if (value === undefined) throw nilDereference();
    return isAddedNull(value);
  }

  /**
   * Returns the container that a path points into and the last key, or undefined if a container on the path is missing.
   * For writing, every container on the path becomes owned by this patch.
   */
  #find(path: string, writing: boolean): Place<L> | undefined {
    const keys = parsePointer(path);
    if (keys === undefined) return undefined;
    let container = writing ? (this.#document = this.#owned(this.#document)) : this.#document;
    for (let i = 0; i < keys.length - 1; i++) {
      const place = { container, key: keys[i] ?? "" };
      const next = isReadable(place) ? (read(place) ?? null) : null;
      if (isAddedNull(next)) throw nilDereference();
      if (next === null || !(isContainer(next) || isNilMap(next))) return undefined;
      if (isContainer(next)) this.#tracker.open(next);
      container = writing ? this.#owned(next) : next;
      if (container !== next) put(place, container);
    }
    if (isList(container)) this.#touched += container.length;
    return { container, key: keys.at(-1) ?? "" };
  }

  #owned(node: Tree<L>): Tree<L> {
    if (!isContainer(node) || this.#own.has(node)) return node;
    const own: Container<L> = isList(node) ? [...node] : { ...node };
    this.#touched += ownCost * (isList(own) ? own.length : Object.keys(own).length);
    this.#own.add(own);
    return own;
  }
}

const isContainer = <L extends Leaf>(node: Tree<L>): node is Container<L> => isList(node) || isObject(node);

/** A null of the document's leaf type. */
const nil = <L extends Leaf>(): Tree<L> => null as Tree<L>; // null is a leaf of every type

function missing(message: string, suffix = ": missing value"): never {
  throw new PatchFailure(message + suffix);
}

/** Runs a function and prefixes the message of a failure with `context`. */
function within<T>(context: string, run: () => T): T {
  try {
    return run();
  } catch (err) {
    throw err instanceof PatchFailure ? new PatchFailure(`${context}: ${err.message}`) : err;
  }
}

/**
 * Returns the value at a place, or undefined if an object has no such member. Throws PatchFailure for an index that is
 * out of range.
 */
function read<L extends Leaf>({ container, key }: Place<L>): Tree<L> | undefined {
  if (isList(container)) return container[resolveIndex(key, container.length)];
  return isObject(container) ? memberOf(container, key) : undefined;
}

function isReadable<L extends Leaf>(place: Place<L>): boolean {
  try {
    read(place);
    return true;
  } catch (err) {
    if (err instanceof PatchFailure) return false;
    throw err;
  }
}

/** Replaces the value at an existing place of an owned container. */
function put<L extends Leaf>({ container, key }: Place<L>, value: Tree<L>): void {
  if (isList(container)) own(container)[resolveIndex(key, container.length)] = value;
  else if (isObject(container)) setMember(ownMembers(container), key, value);
  else throw nilMapAssignment();
}

/** Adds a value to an owned container; list items after it are shifted. */
function insert<L extends Leaf>(place: Place<L>, value: Tree<L>): void {
  const { container, key } = place;
  if (!isList(container)) put(place, value);
  else if (key === "-") own(container).push(value);
  else own(container).splice(insertionIndex(key, container.length + 1), 0, value);
}

/** Resolves the index of an insertion. Only the error for a text that is not a number has a context. */
function insertionIndex(key: string, size: number): number {
  try {
    return resolveIndex(key, size);
  } catch (err) {
    if (!(err instanceof PatchFailure) || !err.message.startsWith("strconv.")) throw err;
    throw new PatchFailure(`value was not a proper array index: '${key}': ${err.message}`);
  }
}

function remove<L extends Leaf>({ container, key }: Place<L>): void {
  if (isList(container)) own(container).splice(resolveIndex(key, container.length), 1);
  else if (isObject(container) && Object.hasOwn(container, key)) delete ownMembers(container)[key];
  else throw new PatchFailure(`Unable to remove nonexistent key: ${key}: missing value`);
}

/** Returns a container created by `#owned` as writable, since nothing else refers to it. */
const own = <L extends Leaf>(list: readonly Tree<L>[]): Tree<L>[] => list as Tree<L>[];
const ownMembers = <L extends Leaf>(object: TreeObject<L>): { [name: string]: Tree<L> } => object;
