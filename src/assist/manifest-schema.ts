import { isRecord } from "../apimachinery/is-record.ts";
import type { AssistCompletion, AssistHover, AssistItem } from "./editor-assist.ts";
import type { Language } from "./language.ts";
import type { ManifestCursor } from "./manifest-cursor.ts";
import {
  itemsOf,
  resolved,
  schemaOfStep,
  valuesOf,
  type Schema,
  type Schemas,
} from "../client/openapi/schema-document.ts";
import { factsOf } from "./schema-facts.ts";
import { fieldOf, fieldsIn, type Field } from "../client/openapi/schema-fields.ts";

/** The schema of a manifest: its root schema and the schemas that it references. */
export interface ManifestSchema {
  readonly schemas: Schemas;
  readonly root: Schema;
}

/** Returns the schema at a path, or undefined if there is no such field. */
export const schemaAt = ({ schemas, root }: ManifestSchema, path: readonly (string | number)[]): Schema | undefined =>
  path.reduce<Schema | undefined>((at, step) => at && schemaOfStep(schemas, at, step), root);

/** Returns the completions at the caret. */
export function completionsAt(
  schema: ManifestSchema,
  cursor: ManifestCursor,
  language: Language,
): AssistCompletion | undefined {
  const written = schemaAt(schema, cursor.path);
  if (written === undefined) return undefined;
  const { start, end } = cursor;
  const items = cursor.at === "key" ? keysIn(schema, written, cursor, language) : valuesFor(schema, written, language);
  return items.length === 0 ? undefined : { items, start, end };
}

function keysIn(
  { schemas }: ManifestSchema,
  written: Schema,
  { siblings, typed, column, colon }: ManifestCursor,
  language: Language,
): readonly AssistItem[] {
  const isList = itemsOf(resolved(schemas, written)) !== undefined;
  const dash = isList && language === "yaml" ? "- " : "";
  const fields = isList || valuesOf(resolved(schemas, written)) === undefined;
  if (!fields) return [];
  const own = typed.replace(/^["']/, "");
  return fieldsIn(schemas, fieldOf(schemas, "", written, false))
    .filter(({ name }) => !siblings.has(name) || name === own)
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map((field) => ({
      label: field.name,
      kind: "field",
      detail: field.required ? `${field.type}, required` : field.type,
      documentation: documentationOf(field.schema),
      insert:
        language === "json"
          ? `"${field.name}"${colon ? "" : ": "}`
          : `${dash}${field.name}${colon ? "" : `:${valueIndent(field, column + dash.length)}`}`,
    }));
}

/** Returns the separator before the value of a new key: a space, or a line break with indentation. */
function valueIndent({ schema }: Field, column: number): string {
  const line = `\n${" ".repeat(column)}`;
  if (itemsOf(schema) !== undefined) return `${line}- `;
  return schema["type"] === "object" || isRecord(schema["properties"]) ? `${line}  ` : " ";
}

function valuesFor({ schemas }: ManifestSchema, written: Schema, language: Language): readonly AssistItem[] {
  const schema = resolved(schemas, written);
  const choices = Array.isArray(schema["enum"]) ? schema["enum"] : schema["type"] === "boolean" ? [true, false] : [];
  return choices.map((choice: unknown) => {
    const label = typeof choice === "string" ? choice : JSON.stringify(choice);
    return {
      label,
      kind: "value",
      detail: choice === schema["default"] ? "default" : "",
      documentation: "",
      insert: language === "json" || choice === "" ? JSON.stringify(choice) : label,
    };
  });
}

const documentationOf = (schema: Schema): string =>
  typeof schema["description"] === "string" ? schema["description"] : "";

/** Returns the type, documentation and constraints of the field at the caret. */
export function hoverAt(schema: ManifestSchema, cursor: ManifestCursor, key: string): AssistHover | undefined {
  const path = cursor.at === "key" ? [...cursor.path, key] : cursor.path;
  const name = path.findLast((step) => typeof step === "string");
  const written = schemaAt(schema, path);
  if (written === undefined || name === undefined) return undefined;
  const field = fieldOf(schema.schemas, String(name), written, false);
  const parent = schemaAt(schema, path.slice(0, path.lastIndexOf(name)));
  const required = parent !== undefined && requiredIn(schema.schemas, parent).includes(String(name));
  const facts = factsOf(field.schema).filter(([, words]) => words !== "{}");
  return {
    start: cursor.start,
    end: cursor.end,
    title: `${field.name}: ${field.type}${required ? " (required)" : ""}`,
    words: [
      ...(documentationOf(field.schema) === "" ? [] : [documentationOf(field.schema)]),
      ...facts.map(([fact, words]) => `${fact}: ${words}`),
    ],
  };
}

/** Returns the names of the required fields. */
export function requiredIn(schemas: Schemas, written: Schema): readonly string[] {
  const { required } = resolved(schemas, written);
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
