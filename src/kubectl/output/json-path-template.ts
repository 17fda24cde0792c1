import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { isList } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { parseJsonPath, type PathNode } from "./json-path-parser.ts";
import { goText } from "./print-table.ts";
import { TemplateBudget } from "./template-budget.ts";

/** The values that a part of a template finds; undefined where a range without results is passed over. */
type Values = readonly (JsonValue | undefined)[];

/** A JSONPath template: finds its values and prints them (client-go util/jsonpath). */
export class JsonPathTemplate {
  readonly #nodes: readonly PathNode[];
  readonly #allowsMissing: boolean;

  /** `allowsMissing` finds nothing where a member is missing. Throws a KubectlError for what cannot be parsed. */
  constructor(text: string, allowsMissing = true) {
    this.#nodes = parseJsonPath(text);
    this.#allowsMissing = allowsMissing;
  }

  /** The text of the template for a value. Throws a KubectlError for a step that does not suit the value. */
  print(value: JsonValue): string {
    const budget = new TemplateBudget();
    return this.results(value)
      .map((found) => found.map((each) => budget.spend(printValue(each))).join(" "))
      .join("");
  }

  /** What the parts of the template find, in order; those in a range once for each of its values. */
  results(value: JsonValue): readonly (readonly JsonValue[])[] {
    const search = new Search(this.#nodes, this.#allowsMissing);
    return search.results(value, 0).map((found) => found.filter((each) => each !== undefined));
  }

  /** All values that the template finds. */
  values(value: JsonValue): readonly JsonValue[] {
    return this.results(value).flat();
  }
}

/** One evaluation of a template, with the ranges that it is in (jsonpath.JSONPath). */
class Search {
  readonly #nodes: readonly PathNode[];
  readonly #allowsMissing: boolean;
  readonly #budget = new TemplateBudget();
  #beginning = 0;
  #within = 0;
  #ending = 0;
  #lastEnd = -1;

  constructor(nodes: readonly PathNode[], allowsMissing: boolean) {
    this.#nodes = nodes;
    this.#allowsMissing = allowsMissing;
  }

  results(value: JsonValue | undefined, from: number): readonly Values[] {
    const all: Values[] = [];
    for (let i = from; i < this.#nodes.length; i++) {
      const node = this.#nodes[i];
      if (node === undefined) break;
      const found = this.#walk([value], node);
      if (this.#ending > 0 && this.#ending <= this.#within) {
        this.#ending--;
        this.#lastEnd = i;
        break;
      }
      if (this.#beginning === 0) {
        all.push(found);
        continue;
      }
      this.#beginning--;
      this.#within++;
      for (const each of found) all.push(...this.results(each, i + 1));
      if (found.length === 0) this.results(undefined, i + 1);
      this.#within--;
      if (this.#lastEnd > i) i = this.#lastEnd;
    }
    return all;
  }

  #walkAll(given: Values, nodes: readonly PathNode[]): Values {
    return nodes.reduce<Values>((values, node) => this.#walk(values, node), given);
  }

  #walk(given: Values, node: PathNode): Values {
    this.#budget.spend("");
    switch (node.kind) {
      case "text":
        return [node.text];
      case "value":
        return given.map(() => node.value);
      case "list":
      case "union":
        return node.lists.flatMap((each) => this.#walkAll(given, each));
      case "field":
        return this.#members(given, node.text);
      case "word":
        return this.#word(given, node.text);
      case "slice":
        return given.flatMap((each) => sliced(each, node));
      case "filter":
        return given.flatMap((each) => this.#filtered(each, node));
      case "children":
        return given.flatMap(childrenOf);
      case "descend":
        return given.flatMap((each) => this.#containers(each));
    }
  }

  #members(given: Values, name: string): Values {
    const found = given.flatMap((each) => {
      const member = isObject(each) ? memberOf(each, name) : undefined;
      return member === undefined ? [] : [member];
    });
    if (found.length === 0 && given.length > 0 && !this.#allowsMissing) throw new KubectlError(`${name} is not found`);
    return found;
  }

  #word(given: Values, word: string): Values {
    if (word === "range") this.#beginning++;
    else if (word !== "end") throw new KubectlError(`unrecognized identifier ${word}`);
    else if (this.#within === 0) throw new KubectlError("not in range, nothing to end");
    else this.#ending++;
    return word === "range" ? given : [];
  }

  /** A value and what it contains, each container before its content; scalars and empty containers aside. */
  #containers(value: JsonValue | undefined): Values {
    const found: JsonValue[] = [];
    const pending = [value];
    while (pending.length > 0) {
      const next = pending.pop();
      const children = childrenOf(next);
      if (next === undefined || children.length === 0 || typeof next === "string") continue;
      this.#budget.spend("");
      found.push(next);
      pending.push(...children.toReversed());
    }
    return found;
  }

  #filtered(list: JsonValue | undefined, { left, operator, right }: Extract<PathNode, { kind: "filter" }>): Values {
    if (!isList(list)) throw new KubectlError(`${goText(list ?? null)} is not array or slice and cannot be filtered`);
    return list.filter((item) => {
      if (operator === "exists") return this.#exists(item, left);
      const [a, b] = [this.#operand(item, left), this.#operand(item, right)];
      return a !== undefined && b !== undefined && compare(a, operator, b);
    });
  }

  #exists(item: JsonValue, path: readonly PathNode[]): boolean {
    try {
      return this.#walkAll([item], path).length > 0;
    } catch {
      return false;
    }
  }

  #operand(item: JsonValue, path: readonly PathNode[]): JsonValue | undefined {
    const found = this.#walkAll([item], path);
    if (found.length > 1) throw new KubectlError("can only compare one element at a time");
    return found[0];
  }
}

function childrenOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (isList(value)) return value;
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort(compareUtf8)
    .map((name) => value[name] ?? null);
}

function sliced(value: JsonValue | undefined, { bounds, single }: Extract<PathNode, { kind: "slice" }>): Values {
  if (value === null || value === undefined) return [];
  if (!isList(value)) throw new KubectlError(`${goType(value)} is not array or slice`);
  const [first = 0, last, step = 1] = bounds;
  const { length } = value;
  const start = first < 0 ? first + length : first;
  const given = single ? first + 1 : (last ?? length);
  const end = given < 0 || (given === 0 && single) ? given + length : given;
  if (start === end) return [];
  const outside = (index: number): KubectlError =>
    new KubectlError(`array index out of bounds: index ${index}, length ${length}`);
  if (start >= length || start < 0) throw outside(start);
  if (end > length || end < 0) throw outside(end - 1);
  if (start > end) throw new KubectlError(`starting index ${start} is greater than ending index ${end}`);
  if (step <= 0) throw new KubectlError("step must be > 0");
  return value.slice(start, end).filter((_, i) => i % step === 0);
}

/** The type of a decoded value as Go names it. */
export function goType(value: JsonValue): string {
  if (isList(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return isFloat(value) ? "float64" : "int64";
}

const isFloat = (value: JsonValue): boolean =>
  value instanceof Double || (typeof value === "number" && !Number.isInteger(value));

const numberOf = (value: JsonValue): number => (value instanceof Double ? value.value : Number(value));

/** Compares two operands of a filter; they are of one type (third_party/forked/golang/template). */
function compare(a: JsonValue, operator: string, b: JsonValue): boolean {
  if (!["<", ">", "==", "!=", "<=", ">="].includes(operator))
    throw new KubectlError(`unrecognized filter operator ${operator}`);
  const scalars = [a, b].every((each) => each !== null && !isList(each) && !isObject(each));
  const equality = operator === "==" || operator === "!=";
  if (!scalars || (!equality && typeof a === "boolean")) throw new KubectlError("invalid type for comparison");
  if (goType(a) !== goType(b)) throw new KubectlError("incompatible types for comparison");
  const order =
    typeof a === "string" && typeof b === "string" ? compareUtf8(a, b) : Math.sign(numberOf(a) - numberOf(b));
  if (equality) return (order === 0) === (operator === "==");
  return order === 0 ? operator.endsWith("=") : operator.startsWith(order < 0 ? "<" : ">");
}

/** A value as JSONPath prints it: objects and lists as JSON, others as Go's fmt.Fprint does. */
export const printValue = (value: JsonValue): string =>
  isObject(value) || isList(value) ? encodeJson(value) : goText(value);
