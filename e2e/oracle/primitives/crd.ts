import { fieldPath } from "../../../src/apimachinery/field-error.ts";
import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import type { KubeObject } from "../../../src/apimachinery/meta.ts";
import { nameIsDnsSubdomain } from "../../../src/apimachinery/validation/names.ts";
import { validateObjectMeta } from "../../../src/apimachinery/validation/object-meta.ts";
import { asDefinition } from "../../../src/apis/apiextensions/definition.ts";
import { defaultDefinition } from "../../../src/apis/apiextensions/defaults.ts";
import { definitionStrategy } from "../../../src/apis/apiextensions/strategy.ts";
import { createLazyTools } from "../../../src/apis/apiextensions/validation/tools.ts";
import {
  formatWarnings,
  validateDefinition,
  validateDefinitionUpdate,
} from "../../../src/apis/apiextensions/validation/validate-definition.ts";
import { compileCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { printErrors } from "./outcome.ts";

const schema = (await loadBuiltinTypes()).schemaOf({
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
});
if (schema === undefined) throw new Error("no type CustomResourceDefinition");
const codec = compileCodec(schema);
const tools = createLazyTools();

const decoded = (record: OracleRecord, name: string): KubeObject =>
  defaultDefinition(codec.decode(input<JsonValue>(record, name)));

async function outcome(record: OracleRecord): Promise<object> {
  const object = decoded(record, "object");
  const printed = (errors: Parameters<typeof printErrors>[0], warnings: readonly string[]): object => ({
    ...printErrors(errors, record.expect),
    warnings: warnings.length === 0 ? null : warnings,
  });
  if (record.op === "create") {
    const prepared = asDefinition(definitionStrategy.prepareForCreate(object));
    await tools.load(object);
    const errors = [
      ...validateObjectMeta(object.metadata, false, nameIsDnsSubdomain, fieldPath("metadata")),
      ...validateDefinition(prepared, tools),
    ];
    return printed(errors, formatWarnings(prepared, undefined));
  }
  const old = decoded(record, "old");
  const prepared = asDefinition(definitionStrategy.prepareForUpdate(object, old));
  await tools.load(object, old);
  return {
    ...printed(
      validateDefinitionUpdate(prepared, asDefinition(old), tools),
      formatWarnings(prepared, asDefinition(old)),
    ),
    generation: prepared.metadata.generation ?? 0,
    storedVersions: prepared.status?.storedVersions ?? null,
  };
}

export async function check(packed: OracleRecord): Promise<string | undefined> {
  const record = expandRepeats(packed);
  return difference(record.expect, await outcome(record));
}
