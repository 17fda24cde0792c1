import { formatGroupVersion } from "../apimachinery/gvk.ts";
import type { AssistCompletion, AssistItem, AssistMark, EditorAssist } from "./editor-assist.ts";
import { checkManifest } from "./manifest-check.ts";
import { jsonCursor, yamlCursor, type ManifestCursor } from "./manifest-cursor.ts";
import { completionsAt, hoverAt, type ManifestSchema } from "./manifest-schema.ts";
import { groupPath } from "../client/resource-path.ts";
import { schemaOfKind, type Schemas } from "../client/openapi/schema-document.ts";
import { ManifestSyntaxError, readManifest } from "./manifest-places.ts";
import { looksLikeJson, type Language } from "./language.ts";

/** A GroupVersionKind. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The context of an edited manifest. */
export interface ManifestScope {
  /** The kind of a manifest that does not specify one. */
  readonly expected: Kind | undefined;
  /** Whether the manifest may be incomplete, as a patch or an applied configuration is. */
  readonly partial: boolean;
  /** The kinds that are served, in the server's order of preference, to complete `apiVersion` and `kind`. */
  readonly kinds?: () => Promise<readonly Kind[]>;
}

/** Creates completion, documentation and validation of manifests from the server's OpenAPI schemas. */
export function createManifestAssist(
  schemasOf: (groupPath: string) => Promise<Schemas>,
  scope: ManifestScope,
): EditorAssist {
  const schemaFor = async (text: string): Promise<ManifestSchema | undefined> => {
    const kind = kindIn(text) ?? scope.expected;
    if (kind === undefined) return undefined;
    const schemas = await schemasOf(groupPath(kind));
    const root = schemaOfKind(schemas, kind.group, kind.version, kind.kind);
    return root === undefined ? undefined : { schemas, root };
  };
  const at = async (text: string, language: Language, offset: number) => {
    const part = documentAt(text, offset);
    const cursor = (language === "json" ? jsonCursor : yamlCursor)(part.text, offset - part.start);
    const schema = await schemaFor(part.text);
    return schema === undefined ? undefined : { part, cursor: moved(cursor, part.start), schema };
  };
  return {
    async complete(text, language, offset) {
      const types = scope.kinds && (await typesAt(text, language, offset, scope.kinds));
      if (types !== undefined) return types;
      const found = await at(text, language, offset);
      return found && completionsAt(found.schema, found.cursor, language);
    },
    async hover(text, language, offset) {
      const found = await at(text, language, offset);
      if (found === undefined) return undefined;
      const key = text.slice(found.cursor.start, found.cursor.end).replace(/^["']|["']$/g, "");
      return hoverAt(found.schema, found.cursor, key);
    },
    async check(text, language) {
      const parts = language === "json" ? [{ start: 0, line: 0, text }] : documentsIn(text);
      const found = await Promise.all(parts.map((part) => checkPart(part, language, schemaFor, scope.partial)));
      return found.flat();
    },
  };
}

/** Returns the completions of `apiVersion` and `kind`, and of the first fields of a manifest; undefined elsewhere. */
async function typesAt(
  text: string,
  language: Language,
  offset: number,
  kinds: () => Promise<readonly Kind[]>,
): Promise<AssistCompletion | undefined> {
  const part = documentAt(text, offset);
  const cursor = (language === "json" ? jsonCursor : yamlCursor)(part.text, offset - part.start);
  const [name] = cursor.path;
  const { start, end } = moved(cursor, part.start);
  if (cursor.path.length === 0 && cursor.at === "key" && kindIn(part.text) === undefined) {
    const names = ["apiVersion", "kind", "metadata"].filter((each) => !cursor.siblings.has(each));
    return { start, end, items: names.map((each) => fieldItem(each, cursor, language)) };
  }
  if (cursor.path.length !== 1 || cursor.at !== "value" || (name !== "apiVersion" && name !== "kind")) return undefined;
  const other = memberOf(part.text, name === "kind" ? "apiVersion" : "kind");
  const all = (await kinds()).map((kind) => ({ apiVersion: formatGroupVersion(kind), kind: kind.kind }));
  const fitting = all.filter((kind) => (name === "kind" ? kind.apiVersion : kind.kind) === other);
  const offered = (fitting.length > 0 ? fitting : all).map((kind) => ({
    label: kind[name],
    detail: name === "kind" ? kind.apiVersion : kind.kind,
  }));
  const items = [...new Map(offered.toReversed().map((item) => [item.label, item])).values()].toReversed();
  return { start, end, items: items.map((item) => typeItem(item, language)) };
}

const typeItem = ({ label, detail }: Pick<AssistItem, "label" | "detail">, language: Language): AssistItem => ({
  label,
  detail,
  kind: "value",
  documentation: "",
  insert: language === "json" ? JSON.stringify(label) : label,
});

const fieldItem = (label: string, { colon, column }: ManifestCursor, language: Language): AssistItem => ({
  label,
  kind: "field",
  detail: label === "metadata" ? "ObjectMeta" : "string",
  documentation: "",
  insert:
    language === "json"
      ? `"${label}"${colon ? "" : ": "}`
      : `${label}${colon ? "" : label === "metadata" ? `:\n${" ".repeat(column + 2)}` : ": "}`,
});

const moved = (cursor: ManifestCursor, by: number): ManifestCursor => ({
  ...cursor,
  start: cursor.start + by,
  end: cursor.end + by,
});

interface Part {
  readonly start: number;
  readonly line: number;
  readonly text: string;
}

/** Splits a YAML stream into documents. */
function documentsIn(text: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  let line = 0;
  for (const piece of text.split(/^(?=---(?:\s|$))/m)) {
    parts.push({ start, line, text: piece });
    start += piece.length;
    line += piece.split("\n").length - 1;
  }
  return parts;
}

const documentAt = (text: string, offset: number): Part =>
  documentsIn(text).findLast(({ start }) => start <= offset) ?? { start: 0, line: 0, text };

/** Returns the kind named in a text, which may be incomplete. */
function kindIn(text: string): Kind | undefined {
  const [kind, apiVersion] = [memberOf(text, "kind"), memberOf(text, "apiVersion")];
  if (kind === undefined || apiVersion === undefined) return undefined;
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  return { group, version, kind };
}

/** Returns a string member at the top level of YAML or JSON. */
function memberOf(text: string, key: string): string | undefined {
  if (!looksLikeJson(text)) return new RegExp(`^["']?${key}["']?:\\s*["']?([\\w./-]+)`, "m").exec(text)?.[1];
  const members = text.matchAll(new RegExp(`"${key}"\\s*:\\s*"([\\w./-]+)"`, "g"));
  return [...members].find(({ index }) => depthOf(text.slice(0, index)) === 1)?.[1];
}

/** Returns the number of unclosed braces at the end of a text. */
function depthOf(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  return bare.split("{").length - bare.split("}").length;
}

async function checkPart(
  part: Part,
  language: Language,
  schemaFor: (text: string) => Promise<ManifestSchema | undefined>,
  partial: boolean,
): Promise<readonly AssistMark[]> {
  if (part.text.replace(/^---.*/, "").trim() === "") return [];
  const place = (mark: AssistMark): AssistMark => ({
    ...mark,
    start: mark.start + part.start,
    end: mark.end + part.start,
    line: mark.line + part.line,
  });
  try {
    const manifest = await readManifest(part.text);
    if (language === "json") JSON.parse(part.text);
    const schema = await schemaFor(part.text);
    return schema === undefined ? [] : checkManifest(schema, manifest, part.text, partial).map(place);
  } catch (error) {
    return error instanceof SyntaxError ? [place(syntaxMark(error, part.text))] : [];
  }
}

function syntaxMark(error: SyntaxError, text: string): AssistMark {
  const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
  const line = error instanceof ManifestSyntaxError ? error.line : text.slice(0, at).split("\n").length - 1;
  const before = text.split("\n").slice(0, line).join("\n").length + (line === 0 ? 0 : 1);
  const end = text.indexOf("\n", before);
  return { start: before, end: end < 0 ? text.length : end, line, message: error.message };
}
