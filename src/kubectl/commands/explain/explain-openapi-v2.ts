import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** A group, version and kind. */
export interface Explained {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What kube-openapi's proto package makes of a schema: the kinds of its visitor. */
type SchemaKind = "reference" | "array" | "map" | "primitive" | "arbitrary" | "kind";

function kindOfSchema(schema: JsonObject): SchemaKind {
  if (textAt(schema, "$ref") !== "") return "reference";
  const hasProperties = isObject(valueAt(schema, "properties"));
  switch (textAt(schema, "type")) {
    case "":
      return hasProperties ? "kind" : "arbitrary";
    case "object":
      return hasProperties ? "kind" : "map";
    case "array":
      return "array";
    default:
      return "primitive";
  }
}

/** The text of a schema of the OpenAPI v2 document, as kubectl explained it before v3 (pkg/explain). */
export class OpenApiV2Text {
  readonly #definitions: JsonObject;
  readonly #recursive: boolean;

  constructor(document: JsonObject, recursive: boolean) {
    this.#definitions = objectAt(document, "definitions");
    this.#recursive = recursive;
  }

  /** Explains a kind, or the field that a path leads to. Throws a KubectlError. */
  textOf({ group, version, kind }: Explained, path: readonly string[]): string {
    const root = Object.values(this.#definitions).find((schema) =>
      itemsAt(schema, "x-kubernetes-group-version-kind").some(
        (each) =>
          textAt(each, "group") === group && textAt(each, "version") === version && textAt(each, "kind") === kind,
      ),
    );
    const groupVersion = group === "" ? version : `${group}/${version}`;
    if (!isObject(root)) throw new KubectlError(`couldn't find resource for "${groupVersion}, Kind=${kind}"`);
    const head = `KIND:     ${kind}\nVERSION:  ${groupVersion}\n\n`;
    return head + this.#modelText(this.#lookup(root, path), path.at(-1) ?? "");
  }

  /** The schema inside another one; undefined for one that holds none. */
  #inner(schema: JsonObject): JsonObject | undefined {
    switch (kindOfSchema(schema)) {
      case "reference":
        return objectAt(this.#definitions, textAt(schema, "$ref").split("/").at(-1) ?? "");
      case "array":
        return objectAt(schema, "items");
      case "map":
        return objectAt(schema, "additionalProperties");
      case "primitive":
      case "arbitrary":
      case "kind":
        return undefined;
    }
  }

  #lookup(schema: JsonObject, path: readonly string[]): JsonObject {
    const [first] = path;
    if (first === undefined) return schema;
    const inner = this.#inner(schema);
    if (inner !== undefined) return this.#lookup(inner, path);
    if (kindOfSchema(schema) !== "kind") return schema;
    const field = valueAt(schema, "properties", first);
    if (!isObject(field)) throw new KubectlError(`field "${first}" does not exist`);
    return this.#lookup(field, path.slice(1));
  }

  #modelText(schema: JsonObject, name: string): string {
    const descriptions: string[] = [];
    let last = schema;
    // What a field says of itself stands before what its type says.
    for (let inner = this.#inner(last); inner !== undefined; inner = this.#inner(last)) {
      descriptions.push(textAt(last, "description"));
      last = inner;
    }
    descriptions.push(textAt(last, "description"));
    const description = descriptionText(descriptions);
    const kind = kindOfSchema(last);
    const typed = `${name} <${this.#typeOf(schema) || this.#typeOf(last)}>\n\n`;
    if (kind === "arbitrary") return description;
    if (kind === "primitive") return `FIELD:    ${typed}${description}`;
    const fields = this.#fields(last, 3, new Set());
    return `${name === "" ? "" : `RESOURCE: ${typed}`}${description}\nFIELDS:\n${fields}`;
  }

  #typeOf(schema: JsonObject): string {
    switch (kindOfSchema(schema)) {
      case "array":
        return `[]${this.#typeOf(objectAt(schema, "items"))}`;
      case "map":
        return `map[string]${this.#typeOf(objectAt(schema, "additionalProperties"))}`;
      case "primitive":
        return textAt(schema, "type");
      case "kind":
        return "Object";
      case "reference":
        return this.#typeOf(this.#inner(schema) ?? {});
      case "arbitrary":
        return "";
    }
  }

  #fields(schema: JsonObject, indent: number, open: ReadonlySet<string>): string {
    const ref = textAt(schema, "$ref");
    if (this.#recursive && ref !== "" && open.has(ref)) return "";
    const inner = this.#inner(schema);
    if (inner !== undefined) return this.#fields(inner, indent, ref === "" ? open : new Set([...open, ref]));
    const properties = objectAt(schema, "properties");
    const required = new Set(itemsAt(schema, "required").map(String));
    const space = " ".repeat(indent);
    return Object.keys(properties)
      .sort(compareUtf8)
      .map((key) => {
        const field = objectAt(properties, key);
        const head = `${space}${key}\t<${this.#typeOf(field)}>`;
        if (this.#recursive) return `${head}\n${this.#fields(field, indent + 3, open)}`;
        const text = wrapped(textAt(field, "description"), indent + 2);
        return `${head}${required.has(key) ? " -required-" : ""}\n${text}\n`;
      })
      .join("");
  }
}

function descriptionText(descriptions: readonly string[]): string {
  const texts = descriptions.flatMap((text, i) => (text === "" ? [] : [(i === 0 ? "" : "\n") + wrapped(text, 5)]));
  return `DESCRIPTION:\n${texts.length === 0 ? wrapped("<empty>", 5) : texts.join("")}`;
}

const longest = 80;

/** Lines of words at an indent; code, empty lines and the items of lists keep theirs (explain.wrapString). */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let words: string[] = [];
  let lastWord = "";
  const flush = (): void => {
    if (words.length === 0) return;
    lines.push(words.join(" "));
    [words, lastWord] = [[], ""];
  };
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (line.startsWith("    ") || (lines.length > 0 && trimmed === "")) {
      flush();
      lines.push(trimmed === "" && !line.startsWith("    ") ? "" : line);
      continue;
    }
    if (lastWord.endsWith(":") || trimmed === "" || /^(?:\d+\.?|-|\*)\s/.test(trimmed)) flush();
    for (const word of trimmed.split(/\s+/).filter((each) => each !== "")) {
      lastWord = word;
      if (words.length > 0 && bytesOf([...words, word].join(" ")) > longest - indent) flush();
      words.push(word);
    }
  }
  flush();
  return lines.map((line) => (line === "" ? "\n" : `${" ".repeat(indent)}${line}\n`)).join("");
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
