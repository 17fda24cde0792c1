import { isRecord } from "../apimachinery/is-record.ts";
import type * as YamlModule from "yaml";
import type { Document, LineCounter, Pair, ParsedNode } from "yaml";

/** The library that reads YAML with positions; pages load it when they first need it. */
export type Yaml = typeof YamlModule;

/** A value in a manifest with its position. Lines are counted from 0. */
export interface ManifestNode {
  /** The path from the root: member names and list indices. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly line: number;
  readonly lastLine: number;
  /** The start and end offset of the value's text. */
  readonly range: readonly [start: number, end: number];
  /** Whether it is inside a flow collection. */
  readonly flow: boolean;
  readonly children: readonly ManifestNode[];
}

/** A syntax error in YAML or JSON, with its line. */
export class ManifestSyntaxError extends SyntaxError {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.name = "ManifestSyntaxError";
    this.line = line;
  }
}

export type Parsed = Document.Parsed<ParsedNode>;

/** Parses YAML or JSON with the position of every value. */
export async function readManifest(text: string): Promise<ManifestNode> {
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = parseDocument(yaml, text, lines);
  return nodeOf({ yaml, lines, text }, { path: [], line: 0, flow: false }, document.contents, document.toJS());
}

/** Parses a YAML document; throws on syntax errors. */
export function parseDocument(yaml: Yaml, text: string, lines: LineCounter): Parsed {
  const document: Parsed = yaml.parseDocument(text, { version: "1.1", merge: true, lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined)
    throw new ManifestSyntaxError(error.message.split("\n")[0] ?? "", lineAt(lines, error.pos[0]));
  return document;
}

const lineAt = (lines: LineCounter, offset: number): number => Math.max(0, lines.linePos(offset).line - 1);

interface Source {
  readonly yaml: Yaml;
  readonly lines: LineCounter;
  readonly text: string;
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly flow: boolean;
}

function nodeOf(source: Source, place: Place, node: unknown, value: unknown): ManifestNode {
  const range = rangeOf(source, node);
  const lastLine = Math.max(place.line, lineAt(source.lines, Math.max(range[0], range[1] - 1)));
  return { ...place, value, lastLine, range, children: childrenOf(source, place, node, value) };
}

/** Returns the range of a node without trailing white space. */
function rangeOf({ yaml, text }: Source, node: unknown): readonly [number, number] {
  const range = yaml.isNode(node) ? node.range : undefined;
  if (range === undefined || range === null) return [0, 0];
  let end = range[1];
  while (end > range[0] && /\s/.test(text.charAt(end - 1))) end -= 1;
  return [range[0], end];
}

function childrenOf(source: Source, { path, flow }: Place, node: unknown, value: unknown): readonly ManifestNode[] {
  const { yaml } = source;
  const inside = flow || (yaml.isCollection(node) && node.flow === true);
  if (yaml.isMap(node) && isRecord(value))
    return node.items.flatMap((pair) => memberOf(source, path, inside, pair, value));
  if (!yaml.isSeq(node) || !Array.isArray(value)) return [];
  return node.items.map((item, i) =>
    nodeOf(source, { path: [...path, i], line: startOf(source, item), flow: inside }, item, value[i]),
  );
}

function memberOf(
  source: Source,
  path: readonly (string | number)[],
  flow: boolean,
  { key, value: node }: Pair,
  value: Readonly<Record<string, unknown>>,
): readonly ManifestNode[] {
  if (!source.yaml.isScalar(key)) return [];
  const name = String(key.value);
  return Object.hasOwn(value, name)
    ? [nodeOf(source, { path: [...path, name], line: startOf(source, key), flow }, node, value[name])]
    : [];
}

const startOf = ({ yaml, lines }: Source, node: unknown): number =>
  yaml.isNode(node) && node.range ? lineAt(lines, node.range[0]) : 0;
