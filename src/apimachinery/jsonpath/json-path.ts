import { pushAll } from "../long-lists.ts";
import { sortedKeys } from "../json/encode.ts";
import { memberOf } from "../json/members.ts";
import type { JsonValue } from "../json/value.ts";
import { compareFound } from "./compare.ts";
import { describeFound, type Found, GoInteger, isMap, itemsOf, printFound, typeOf } from "./found.ts";
import { JsonPathError } from "./json-path-error.ts";
import { type ArrayNode, type FilterNode, parseJsonPath, type PathNode } from "./parser.ts";

/** The steps that an evaluation may take, and the characters that it may print: ranges and descents multiply. */
const defaultSteps = 1_000_000;
const maxText = 20_000_000;

/** How a template is evaluated. */
export interface JsonPathOptions {
  /** Whether missing members are passed over; otherwise they are errors. */
  readonly allowMissingKeys: boolean;
  /** How many values an evaluation may look at; beyond them it is an error. */
  readonly maxSteps?: number;
}

type Values = readonly Found[];

/**
 * A JSONPath template with the state of its evaluation (client-go's jsonpath.JSONPath). As upstream's, one whose ranges
 * have been evaluated goes on behind their start with the next value; for each value to be treated alike, each needs a
 * JsonPath of its own, made from the same nodes.
 */
export class JsonPath {
  readonly #nodes: readonly PathNode[];
  readonly #options: JsonPathOptions;
  #first = 0;
  #beginRange = 0;
  #inRange = 0;
  #endRange = 0;
  #lastEnd = -1;
  #steps = 0;

  /** Throws JsonPathError for a template that cannot be parsed. */
  constructor(template: string | readonly PathNode[], options: JsonPathOptions) {
    this.#nodes = typeof template === "string" ? parseJsonPath(template) : template;
    this.#options = options;
  }

  /**
   * Returns what the parts of the template find, in order; those in a range once for each of its values. Throws
   * JsonPathError.
   */
  findResults(value: JsonValue): readonly (readonly Found[])[] {
    this.#steps = 0;
    return this.#results(value === null ? undefined : value);
  }

  /** Returns the text of the template for a value. Throws JsonPathError. */
  print(value: JsonValue): string {
    let left = maxText;
    const printed = (found: Found): string => {
      const text = printFound(found);
      left -= text.length + 20;
      if (left < 0) throw new JsonPathError("the template prints too much");
      return text;
    };
    return this.findResults(value)
      .map((found) => found.map(printed).join(" "))
      .join("");
  }

  /** Evaluates the nodes from the first on, or those in a range for one of its values (JSONPath.FindResults). */
  #results(value: Found): readonly Values[] {
    const all: Values[] = [];
    for (let i = this.#first; i < this.#nodes.length; i++) {
      const node = this.#nodes[i];
      if (node === undefined) break;
      const found = this.#walk([value], node);
      if (this.#endRange > 0 && this.#endRange <= this.#inRange) {
        this.#endRange--;
        this.#lastEnd = i;
        break;
      }
      if (this.#beginRange === 0) {
        all.push(found);
        continue;
      }
      pushAll(all, this.#range(found, i + 1));
      if (this.#lastEnd > i) i = this.#lastEnd;
    }
    return all;
  }

  /** Evaluates the nodes behind the start of a range for each value; without any, only to find the range's end. */
  #range(found: Values, first: number): readonly Values[] {
    const all: Values[] = [];
    this.#beginRange--;
    this.#inRange++;
    for (const each of found) {
      if (each === undefined) throw zeroValueError("Interface");
      this.#first = first;
      for (const results of this.#results(each === null ? undefined : each)) all.push(results);
    }
    if (found.length === 0) {
      this.#first = first;
      this.#results(undefined);
    }
    this.#inRange--;
    return all;
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > (this.#options.maxSteps ?? defaultSteps))
      throw new JsonPathError("the template takes too many steps");
  }

  #walk(input: Values, node: PathNode): Values {
    this.#spend(1 + input.length);
    switch (node.kind) {
      case "list":
        return this.#walkAll(input, node.nodes);
      case "text":
        return [node.text];
      case "literal":
        return input.map(() => node.value);
      case "field":
        return this.#field(input, node.name);
      case "array":
        return this.#array(input, node);
      case "filter":
        return this.#filter(input, node);
      case "wildcard":
        return input.flatMap((each) => this.#children(each));
      case "recursive":
        return input.flatMap((each) => this.#descend(each));
      case "union":
        return this.#union(input, node.lists);
      case "identifier":
        return this.#identifier(input, node.name);
    }
  }

  #walkAll(input: Values, nodes: readonly PathNode[]): Values {
    let values = input;
    for (const node of nodes) values = this.#walk(values, node);
    return values;
  }

  #field(input: Values, name: string): Values {
    const found: Found[] = [];
    for (const each of input) {
      const member = isMap(each) ? memberOf(each, name) : undefined;
      if (member !== undefined) found.push(member);
    }
    if (found.length === 0 && input.length > 0 && !this.#options.allowMissingKeys)
      throw new JsonPathError(`${name} is not found`, []);
    return found;
  }

  #array(input: Values, node: ArrayNode): Values {
    const found: Found[] = [];
    for (const each of input) {
      if (each === null) continue;
      if (each === undefined) throw zeroValueError("Type");
      const items = itemsOf(each);
      if (items === undefined) throw new JsonPathError(`${typeOf(each)} is not array or slice`, input);
      const range = rangeIn(items.length, node);
      if (typeof range === "string") throw new JsonPathError(range, input);
      // A range without items ends the step, whatever values follow (JSONPath.evalArray).
      if (range.from === range.to) return found;
      this.#spend(Math.ceil((range.to - range.from) / range.step));
      for (let i = range.from; i < range.to; i += range.step) found.push(items[i]);
    }
    return found;
  }

  #union(input: Values, lists: readonly (readonly PathNode[])[]): Values {
    try {
      return lists.flatMap((nodes) => this.#walkAll(input, nodes));
    } catch (error) {
      throw withFound(error, input);
    }
  }

  #identifier(input: Values, name: string): Values {
    switch (name) {
      case "range":
        this.#beginRange++;
        return input;
      case "end":
        if (this.#inRange === 0) throw new JsonPathError("not in range, nothing to end", []);
        this.#endRange++;
        return [];
      default:
        throw new JsonPathError(`unrecognized identifier ${name}`, input);
    }
  }

  /** Returns the members of an object, the items of a list, or the bytes of a string. */
  #children(value: Found): Values {
    const children = childrenOf(value);
    this.#spend(children.length);
    return children;
  }

  /** Returns a value and what it contains, each before its content; only what contains something. */
  #descend(value: Found): Values {
    const found: Found[] = [];
    const pending: Found[] = [value];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (typeof next !== "object" || next === null) {
        // The bytes of a string contain nothing.
        if (typeof next === "string" && next !== "") found.push(next);
        continue;
      }
      const before = pending.length;
      pushChildren(pending, next);
      this.#spend(1 + pending.length - before);
      if (pending.length > before) found.push(next);
    }
    return found;
  }

  #filter(input: Values, node: FilterNode): Values {
    const found: Found[] = [];
    for (const each of input) {
      const items = itemsOf(each);
      if (items === undefined)
        throw new JsonPathError(`${describeFound(each)} is not array or slice and cannot be filtered`, input);
      for (const item of items) if (this.#holds(item, node, input, found)) found.push(item);
    }
    return found;
  }

  /** Reports whether a filter takes an item. `found` are those that it took before. */
  #holds(item: JsonValue, { left, operator, right }: FilterNode, input: Values, found: Values): boolean {
    if (operator === "exists") return this.#exists(item, left);
    const a = this.#operand(item, left, input);
    const b = a.length === 0 ? a : this.#operand(item, right, input);
    if (b.length === 0) return false;
    const holds = compareFound(a[0], operator, b[0]);
    if (typeof holds === "string") throw new JsonPathError(holds, found);
    return holds;
  }

  #exists(item: JsonValue, path: readonly PathNode[]): boolean {
    try {
      return this.#walkAll([item], path).length > 0;
    } catch (error) {
      if (error instanceof JsonPathError && error.found !== undefined) return error.found.length > 0;
      throw error;
    }
  }

  /** Returns the value of an operand for an item, or none. */
  #operand(item: JsonValue, path: readonly PathNode[], input: Values): Values {
    let found: Values;
    try {
      found = this.#walkAll([item], path);
    } catch (error) {
      throw withFound(error, input);
    }
    if (found.length > 1) throw new JsonPathError("can only compare one element at a time", input);
    return found;
  }
}

/** Returns an error of a step within another one as that of the other, which has found other values. */
const withFound = (error: unknown, found: Values): unknown =>
  error instanceof JsonPathError && error.found !== undefined ? new JsonPathError(error.message, found) : error;

function childrenOf(value: Found): Values {
  if (typeof value === "string")
    return Array.from(new TextEncoder().encode(value), (byte) => new GoInteger("uint8", byte));
  if (isMap(value)) return sortedKeys(value).map((name) => memberOf(value, name));
  return itemsOf(value) ?? [];
}

/** The panic of a Go method on the zero Value, which ends upstream's program, too. */
const zeroValueError = (method: string): JsonPathError =>
  new JsonPathError(`reflect: call of reflect.Value.${method} on zero Value`);

/** Puts the content of an object or a list on a stack, the first on top. */
function pushChildren(pending: Found[], value: Exclude<Found, undefined>): void {
  const items = itemsOf(value);
  if (items !== undefined) for (let i = items.length - 1; i >= 0; i--) pending.push(items[i]);
  else if (isMap(value)) {
    const names = sortedKeys(value);
    for (let i = names.length - 1; i >= 0; i--) pending.push(memberOf(value, names[i] ?? ""));
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Returns the items that an index or a slice takes of a list, or why it takes none. */
function rangeIn(count: number, { from: first = 0n, to: last, isIndex, step = 1n }: ArrayNode): Range | string {
  const length = BigInt(count);
  const from = first < 0n ? first + length : first;
  const given = last ?? length;
  const to = given < 0n || (given === 0n && isIndex) ? given + length : given;
  if (from === to) return { from: 0, to: 0, step: 1 };
  if (from >= length || from < 0n) return `array index out of bounds: index ${from}, length ${count}`;
  if (to > length || to < 0n) return `array index out of bounds: index ${to - 1n}, length ${count}`;
  if (from > to) return `starting index ${from} is greater than ending index ${to}`;
  if (step <= 0n) return "step must be > 0";
  return { from: Number(from), to: Number(to), step: Number(step) };
}
