import type { Node } from "yaml";
import { parseDocument, readManifest, type ManifestNode, type Parsed, type Yaml } from "./manifest-places.ts";
import type { BodyEdit } from "../diagnosis/diagnosis.ts";

type Path = readonly (string | number)[];

/** Makes edits in the text of a manifest: sets fields, renames them, or leaves them out. */
export async function editBody(text: string, edits: readonly BodyEdit[]): Promise<string> {
  const set = edits.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value] as const]));
  const named = edits.flatMap(({ path, name }) => (name === undefined ? [] : [[path, name] as const]));
  const left = edits.filter(({ value, name }) => value === undefined && name === undefined).map(({ path }) => path);
  let body = text;
  if (set.length > 0) body = await withValues(body, set);
  if (named.length > 0) body = await withNames(body, named);
  return left.length > 0 ? withoutParts(body, left) : body;
}

/** Removes fields from a manifest, and parents that become empty. The rest of the text is unchanged. */
export async function withoutParts(text: string, paths: readonly Path[]): Promise<string> {
  const removed = new Set(paths.map((path) => JSON.stringify(path)));
  const root = await readManifest(text);
  const parts = emptied(root, removed);
  if (parts.every((part) => standsAlone(root, part))) return withoutLines(text, parts);
  return edited(text, (document) => {
    for (const { path } of parts.toReversed()) document.deleteIn(path);
  });
}

/** Returns the topmost nodes that become empty, in document order. */
function emptied(node: ManifestNode, removed: ReadonlySet<string>): readonly ManifestNode[] {
  return node.children.flatMap((child) => (isEmptied(child, removed) ? [child] : emptied(child, removed)));
}

const isEmptied = (node: ManifestNode, removed: ReadonlySet<string>): boolean =>
  removed.has(JSON.stringify(node.path)) ||
  (node.children.length > 0 && node.children.every((child) => isEmptied(child, removed)));

/** True if the lines of a node contain no other node. */
function standsAlone(root: ManifestNode, part: ManifestNode): boolean {
  if (part.flow) return false;
  const shares = (node: ManifestNode): boolean =>
    node !== part &&
    ((node.path.length > 0 && node.line === part.line) ||
      (node.line > part.line && node.line <= part.lastLine) ||
      node.children.some(shares));
  return !shares(root);
}

function withoutLines(text: string, parts: readonly ManifestNode[]): string {
  return text
    .split("\n")
    .filter((_, line) => !parts.some((part) => line >= part.line && line <= part.lastLine))
    .join("\n");
}

/** Sets fields of a manifest to other values. The rest of the text is unchanged. */
export async function withValues(
  text: string,
  values: readonly (readonly [path: Path, value: unknown])[],
): Promise<string> {
  const yaml = await import("yaml");
  const root = await readManifest(text);
  const [first, ...others] = values;
  const grown = first && others.length === 0 ? withMember(yaml, text, root, first) : undefined;
  if (grown !== undefined) return grown;
  if (others.length > 0 && values.some(([path]) => nodeAt(root, path) === undefined)) {
    let now = text;
    for (const value of values) now = await withValues(now, [value]);
    return now;
  }
  const found = values.map(([path, value]) => {
    const node = nodeAt(root, path);
    return [node, printScalar(yaml, value, node?.flow === true)] as const;
  });
  if (!found.every(([node, printed]) => node !== undefined && printed !== undefined && isShort(node))) {
    return edited(text, (document) => {
      for (const [path, value] of values) document.setIn(path, document.createNode(value));
    });
  }
  const lastFirst = found.toSorted(([a], [b]) => (b?.range[0] ?? 0) - (a?.range[0] ?? 0));
  return lastFirst.reduce(
    (now, [node, printed]) =>
      node === undefined ? now : now.slice(0, node.range[0]) + (printed ?? "") + now.slice(node.range[1]),
    text,
  );
}

/** Adds a scalar to a map of several lines, on a line of its own; undefined where there is no such map or no place. */
function withMember(
  yaml: Yaml,
  text: string,
  root: ManifestNode,
  [path, value]: readonly [path: Path, value: unknown],
): string | undefined {
  const parent = nodeAt(root, path.slice(0, -1));
  const [firstChild] = parent?.children ?? [];
  const printed = printScalar(yaml, value, false);
  const name = path.at(-1);
  if (parent === undefined || firstChild === undefined || firstChild.flow || printed === undefined) return undefined;
  if (typeof name !== "string" || nodeAt(root, path) !== undefined || /^\s*[[{]/.test(text)) return undefined;
  const lines = text.split("\n");
  const beside = lines[firstChild.line] ?? "";
  const at = beside.indexOf(String(firstChild.path.at(-1)));
  const column = /["']/.test(beside[at - 1] ?? "") ? at - 1 : at;
  if (column < 0) return undefined;
  return [
    ...lines.slice(0, parent.lastLine + 1),
    `${" ".repeat(column)}${name}: ${printed}`,
    ...lines.slice(parent.lastLine + 1),
  ].join("\n");
}

/** Gives fields of a manifest other names. The rest of the text is unchanged. */
export async function withNames(
  text: string,
  names: readonly (readonly [path: Path, name: string])[],
): Promise<string> {
  let now = text;
  for (const [path, name] of names) {
    const place = keyBefore(now, nodeAt(await readManifest(now), path));
    now =
      place === undefined
        ? await edited(now, (document) => rename(document, path, name))
        : now.slice(0, place[0]) + name + now.slice(place[1]);
  }
  return now;
}

/** The range of a plain or quoted key whose colon comes right before its value; undefined for other forms. */
function keyBefore(text: string, node: ManifestNode | undefined): readonly [start: number, end: number] | undefined {
  const key = String(node?.path.at(-1) ?? "");
  if (node === undefined || key === "") return undefined;
  const start = text.lastIndexOf(key, node.range[0] - 1);
  const between = text.slice(start + key.length, node.range[0]);
  return start >= 0 && /^["']?\s*:\s*$/.test(between) ? [start, start + key.length] : undefined;
}

function rename(document: Parsed, path: Path, name: string): void {
  const value: unknown = document.getIn(path, true);
  document.deleteIn(path);
  document.setIn([...path.slice(0, -1), name], value);
}

const nodeAt = (root: ManifestNode, path: Path): ManifestNode | undefined =>
  path.reduce<ManifestNode | undefined>(
    (node, step) => node?.children.find((child) => child.path.at(-1) === step),
    root,
  );

/** True for a scalar that is written on a single line. */
const isShort = ({ children, value, line, lastLine, range }: ManifestNode): boolean =>
  children.length === 0 && typeof value !== "object" && line === lastLine && range[1] > range[0];

/** Formats a scalar, as JSON inside flow collections; undefined for other values. */
function printScalar(yaml: Yaml, value: unknown, flow: boolean): string | undefined {
  if (typeof value === "object" || value === undefined) return undefined;
  if (flow) return JSON.stringify(value);
  const printed = yaml.stringify(value, { version: "1.1", lineWidth: 0 }).trimEnd();
  return printed.includes("\n") ? undefined : printed;
}

async function edited(text: string, change: (document: Parsed) => void): Promise<string> {
  const yaml = await import("yaml");
  const document = parseDocument(yaml, text, new yaml.LineCounter());
  change(document);
  return document.toString({
    indentSeq: indentsLists(document, yaml, text),
    lineWidth: 0,
    flowCollectionPadding: false,
  });
}

/** True if lists in the text are indented relative to their key. */
function indentsLists(document: Parsed, yaml: Yaml, text: string): boolean {
  let found: boolean | undefined;
  yaml.visit(document, {
    Pair(_key, { key, value }) {
      if (!yaml.isScalar(key) || !yaml.isSeq(value) || value.flow === true) return undefined;
      found = columnOf(text, value) > columnOf(text, key);
      return yaml.visit.BREAK;
    },
  });
  return found ?? false;
}

function columnOf(text: string, node: Node): number {
  const start = node.range?.[0] ?? 0;
  return start - (text.lastIndexOf("\n", start - 1) + 1);
}
