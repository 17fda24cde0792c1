import { formatGroupVersion, groupVersionOf } from "../../apimachinery/gvk.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import {
  resolved,
  type Schema,
  schemaOfKind,
  schemaOfStep,
  type Schemas,
} from "../../client/openapi/schema-document.ts";
import { textAt } from "../fields.ts";
import { pathText } from "./field-path.ts";
import { mistyped, readMistyped } from "./mistyped.ts";
import type { Finding, Refused } from "./refused.ts";

/** A number or a text where an object belongs, and the member of the object that takes it: `port: 80`, `- 8080`. */
export async function mistypedObject(message: string, { request, at, api }: Refused): Promise<Finding | undefined> {
  const finding = mistyped(message, request.body);
  const [place] = readMistyped(message, request.body)?.places ?? [];
  if (finding === undefined || place === undefined) return finding;
  const apiVersion = textAt(request.body, "apiVersion") || (at === undefined ? "" : formatGroupVersion(at));
  const { group, version } = groupVersionOf(apiVersion);
  const schemas = await api.schemas(group, version);
  const root = schemaOfKind(schemas, group, version, textAt(request.body, "kind"));
  const schema = place.path.reduce<Schema | undefined>((one, step) => one && schemaOfStep(schemas, one, step), root);
  const name = schema && memberFor(place.value, schema, schemas);
  if (name === undefined) return finding;
  const words = `${pathText(place.path)}: {${name}: ${String(place.value)}}`;
  return {
    ...finding,
    because: `${finding.because}: write ${words}`,
    remedies: [
      { kind: "edit", words: `Write ${words}`, edits: [{ path: place.path, value: { [name]: place.value } }] },
    ],
  };
}

/** The member of an object that takes a value: one that has to be there, or the only one of its type. */
function memberFor(value: unknown, written: Schema, schemas: Schemas): string | undefined {
  const { properties, required } = resolved(schemas, written);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const takes = (member: unknown): boolean => {
    const { type, format } = resolved(schemas, member as Schema);
    return typeof value === "number" ? type === "integer" || format === "int-or-string" : type === "string";
  };
  const fitting = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, member]) =>
    takes(member) ? [name] : [],
  );
  const likely = ["port", "number", "name", "type"];
  return (
    fitting.find((name) => needed.includes(name)) ??
    (fitting.length === 1 ? fitting[0] : likely.find((name) => fitting.includes(name)))
  );
}
