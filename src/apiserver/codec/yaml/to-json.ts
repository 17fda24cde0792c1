import { bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { formatGoFloat, quoteGo } from "../../../apimachinery/go-strings.ts";
import { encodeJson, inByteOrder, quoteJson } from "../../../apimachinery/json/encode.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import { LongText } from "../../../apimachinery/long-text.ts";
import { call, pausePoint, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { canonicalBase64 } from "../json/base64.ts";
import { resolve, type ResolvedValue } from "./resolve.ts";
import { YamlError } from "./yaml-error.ts";
import type { YamlNode } from "./yaml-node.ts";

/** A map as decoded by go-yaml, with keys of any scalar type. */
class YamlMap {
  readonly entries = new Map<Exclude<ResolvedValue, Double>, readonly [key: ResolvedValue, value: YamlValue]>();
}

type YamlValue = ResolvedValue | readonly YamlValue[] | YamlMap;

/** The JSON of a document, and the duplicate keys that strict decoding reports. */
export interface ConvertedYaml {
  readonly json: string;
  readonly duplicates: readonly string[];
}

/** The maximum total number of characters in scalars expanded from aliases. */
const maxAliased = 32 * 1024 * 1024;

const excessive = (): YamlError => new YamlError("yaml: document contains excessive aliasing");

/** Returns the share of decoded nodes that may come from aliases; it decreases with the number of nodes. */
function allowedAliasRatio(count: number): number {
  if (count <= 400_000) return 0.99;
  return count >= 4_000_000 ? 0.1 : 0.99 - 0.89 * ((count - 400_000) / 3_600_000);
}

/** Decodes nodes to values, expanding aliases and merging maps. */
class Decoder {
  readonly duplicates: string[] = [];
  readonly #open = new Set<YamlNode>();
  #count = 0;
  #aliasCount = 0;
  #aliasDepth = 0;
  #aliased = 0;
  readonly #isText: (value: string) => boolean;

  constructor(isText: (value: string) => boolean) {
    this.#isText = isText;
  }

  *decode(node: YamlNode): Walk<YamlValue> {
    this.#countNode();
    switch (node.kind) {
      case "scalar":
        return this.#scalar(node);
      case "alias":
        return yield* this.#throughAlias(node, this.decode(node.target));
      case "sequence":
        return yield* this.#items(node.items);
      case "mapping":
        return yield* this.#fill(node, new YamlMap());
    }
  }

  *#items(nodes: readonly YamlNode[]): Walk<YamlValue> {
    const items: YamlValue[] = [];
    for (const node of nodes) items.push(yield* call(this.decode(node)));
    return items;
  }

  #countNode(): void {
    this.#count++;
    if (this.#aliasDepth > 0) this.#aliasCount++;
    if (this.#aliasCount > 100 && this.#count > 1000 && this.#aliasCount / this.#count > allowedAliasRatio(this.#count))
      throw excessive();
  }

  *#throughAlias<T>(alias: Extract<YamlNode, { kind: "alias" }>, decode: Walk<T>): Walk<T> {
    if (this.#open.has(alias)) throw new YamlError(`yaml: anchor '${alias.name}' value contains itself`);
    this.#open.add(alias);
    this.#aliasDepth++;
    const value = yield* call(decode);
    this.#aliasDepth--;
    this.#open.delete(alias);
    return value;
  }

  #scalar({ tag, value, implicit }: Extract<YamlNode, { kind: "scalar" }>): ResolvedValue {
    if (this.#aliasDepth > 0 && (this.#aliased += value.length) > maxAliased) throw excessive();
    if (tag === "" && (!implicit || this.#isText(value))) return value;
    const resolved = resolve(tag, value);
    return resolved.type === "binary" ? textOfBinary(value) : resolved.value;
  }

  *#fill({ entries }: Extract<YamlNode, { kind: "mapping" }>, map: YamlMap): Walk<YamlMap> {
    for (const [key, value] of entries) {
      if (isMerge(key)) yield* this.#merge(value, map);
      else yield* this.#set(yield* call(this.decode(key)), value, map);
    }
    return map;
  }

  *#set(key: YamlValue, node: YamlNode, map: YamlMap): Walk<void> {
    if (key instanceof YamlMap || isList(key)) throw new YamlError(`yaml: invalid map key: ${goSyntax(key)}`);
    // no text of YAML has half a surrogate pair
    const identity = key instanceof Double ? `\ud800${key.value}` : key;
    const value = yield* call(this.decode(node));
    if (map.entries.has(identity))
      this.duplicates.push(`line ${node.line + 1}: key ${goSyntax(key)} already set in map`);
    map.entries.set(identity, [key, value]);
  }

  *#merge(node: YamlNode, map: YamlMap): Walk<void> {
    if (node.kind !== "sequence") return yield* this.#mergeOne(node, map);
    for (const item of node.items.toReversed()) yield* this.#mergeOne(item, map);
  }

  *#mergeOne(node: YamlNode, map: YamlMap): Walk<void> {
    this.#countNode();
    const target = node.kind === "alias" ? node.target : node;
    if (target.kind !== "mapping") throw new YamlError("yaml: map merge requires map or sequence of maps as the value");
    if (node.kind === "alias") yield* this.#throughAlias(node, this.#fill(target, map));
    else yield* call(this.#fill(target, map));
  }
}

const isMerge = (node: YamlNode): boolean =>
  node.kind === "scalar" && node.value === "<<" && (node.implicit || node.tag === "tag:yaml.org,2002:merge");

const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value);

function textOfBinary(text: string): string {
  const base64 = canonicalBase64(text);
  if (typeof base64 !== "string") throw new YamlError("yaml: !!binary value contains invalid base64 data");
  return new TextDecoder().decode(bytesOfBase64(base64));
}

const maxInt64 = (1n << 63n) - 1n;

/** Formats a value like Go's `%#v`. */
const goSyntax = (value: YamlValue): string => (value === null ? "<nil>" : runWalk(printGo(value)));

function* printGo(value: YamlValue): Walk<string> {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quoteGo(value);
  if (value instanceof Double) return formatGoFloat(value.value);
  const texts: string[] = [];
  if (value instanceof YamlMap) {
    for (const [key, member] of value.entries.values())
      texts.push(`${yield* call(printGo(key))}:${yield* call(printGo(member))}`);
    return `map[interface {}]interface {}{${texts.sort().join(", ")}}`;
  }
  if (typeof value === "bigint" && value > maxInt64) return `0x${value.toString(16)}`;
  if (!isList(value)) return String(value);
  for (const item of value) texts.push(yield* call(printGo(item)));
  return `[]interface {}{${texts.join(", ")}}`;
}

/** Returns the shortest text that parses to the same float32. */
function shortFloat(value: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return formatGoFloat(short);
  }
  return formatGoFloat(value);
}

function keyText(key: ResolvedValue, value: YamlValue): string {
  if (key === null)
    throw new YamlError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${goSyntax(value)}`);
  if (typeof key === "bigint" && key > maxInt64)
    throw new YamlError(`unsupported map key of type: uint64, key: ${goSyntax(key)}, value: ${goSyntax(value)}`);
  if (!(key instanceof Double)) return typeof key === "string" ? key : String(key);
  if (Number.isNaN(key.value)) return ".nan";
  return Number.isFinite(key.value) ? shortFloat(key.value) : key.value > 0 ? ".inf" : "-.inf";
}

/** Returns the JSON of a value, with map keys converted to strings (yaml.convertToJSONableObject), sorted by bytes. */
function* jsonOf(value: YamlValue): Walk<string> {
  if (value instanceof YamlMap) return yield* call(jsonOfMap(value));
  if (isList(value)) {
    const items = new LongText();
    for (const item of value) items.add(`${items.isEmpty ? "" : ","}${yield* call(jsonOf(item))}`);
    return `[${items.toString()}]`;
  }
  if (value instanceof Double && !Number.isFinite(value.value))
    return unprintable + (Number.isNaN(value.value) ? "NaN" : value.value > 0 ? "+Inf" : "-Inf");
  return encodeJson(value);
}

/** Stands before a number that JSON does not have; no text of YAML has half a surrogate pair. */
const unprintable = "\ud800";

/** Returns JSON without such numbers, which are told after all keys were converted. Throws YamlError. */
function printable(json: string): string {
  const number = /\ud800(NaN|[+-]Inf)/.exec(json)?.[1];
  if (number === undefined) return json;
  throw new YamlError(`json: unsupported value: ${number}`);
}

/** The last of the keys that become the same text wins. */
function* jsonOfMap({ entries }: YamlMap): Walk<string> {
  const texts = new Map<string, string>();
  for (const [key, member] of entries.values()) texts.set(keyText(key, member), yield* call(jsonOf(member)));
  const members = new LongText();
  for (const name of inByteOrder([...texts.keys()])) {
    members.add(`${members.isEmpty ? "" : ","}${quoteJson(name)}:${texts.get(name) ?? ""}`);
    yield pausePoint;
  }
  return `{${members.toString()}}`;
}

/**
 * Converts a document to JSON with sorted members (yaml.YAMLToJSON). Plain scalars for which `isText` holds are strings
 * whatever they look like. Throws YamlError.
 */
export const yamlToJson = (root: YamlNode | undefined, isText?: (value: string) => boolean): ConvertedYaml =>
  runWalk(convertingToJson(root, isText));

/** As `yamlToJson`, as a walk. */
export function* convertingToJson(
  root: YamlNode | undefined,
  isText = (_value: string): boolean => false,
): Walk<ConvertedYaml> {
  if (root === undefined) return { json: "null", duplicates: [] };
  const decoder = new Decoder(isText);
  const value = yield* call(decoder.decode(root));
  const json = yield* call(jsonOf(value));
  return { json: json.includes(unprintable) ? printable(json) : json, duplicates: decoder.duplicates };
}
