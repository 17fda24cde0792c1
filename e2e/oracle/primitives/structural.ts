import { errorMessage, fieldPath, rootPath } from "../../../src/apimachinery/field-error.ts";
import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { validateEmbeddedResources } from "../../../src/apiserver/codec/validate-embedded-resources.ts";
import { coerceObjectMeta } from "../../../src/apiserver/codec/coerce-object-meta.ts";
import { DecodeError } from "../../../src/apiserver/codec/json/decode-state.ts";
import { compileCodec, type TypedCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { JSONSchemaProps } from "../../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { applyDefaults, pruneNulls } from "../../../src/apiserver/schema/structural/defaulting.ts";
import { newStructural } from "../../../src/apiserver/schema/structural/new-structural.ts";
import { prune } from "../../../src/apiserver/schema/structural/pruning.ts";
import { validateStructural } from "../../../src/apiserver/schema/structural/validate-structural.ts";
import { validateListTypes } from "../../../src/apiserver/schema/validation/list-types.ts";
import { loadRegexps } from "../../../src/apiserver/schema/validation/regexps.ts";
import { compileSchemaValidator } from "../../../src/apiserver/schema/validation/schema-validator.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { messageOf, printErrors } from "./outcome.ts";

const types = await loadBuiltinTypes();
const compileRegexp = await loadRegexps();

const codecNamed = (name: string): TypedCodec => {
  const schema = types.byName(name);
  if (schema === undefined) throw new Error(`no type ${name}`);
  return compileCodec(schema);
};
const schemaCodec = codecNamed("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
const objectMeta = codecNamed("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");

const member = (expect: unknown, name: string): unknown => (expect as Readonly<Record<string, unknown>>)[name];

function checkStructural({ expect }: OracleRecord, schema: JSONSchemaProps): object {
  const failure = messageOf(() => newStructural(schema));
  if (failure !== undefined) return { newStructuralError: failure };
  return {
    newStructuralError: null,
    validateStructural: printErrors(
      validateStructural(fieldPath("openAPIV3Schema"), schema, compileRegexp),
      member(expect, "validateStructural"),
    ),
  };
}

function checkObject(record: OracleRecord, props: JSONSchemaProps): object {
  const schema = newStructural(props);
  const object = input<JsonValue>(record, "object");
  const pruned = prune(object, schema, true);
  const nullsPruned = pruneNulls(pruned.value, schema);
  const coerced = coerceObjectMeta(rootPath, nullsPruned, schema, {
    isResourceRoot: false,
    dropInvalid: false,
    objectMeta,
  });
  const defaulted = applyDefaults(coerced.value, schema);
  const validator = compileSchemaValidator(schema, compileRegexp);
  const errors = (name: string, found: Parameters<typeof printErrors>[0]): object => ({
    [name]: printErrors(found, member(record.expect, name)),
  });
  return {
    unknownFieldPaths: pruned.unknownFields.length === 0 ? null : pruned.unknownFields,
    pruned: pruned.value,
    nullsPruned,
    ...(coerced.error && { coerceError: errorMessage(coerced.error) }),
    defaulted,
    coercedDroppingInvalid: coerceObjectMeta(rootPath, object, schema, {
      isResourceRoot: false,
      dropInvalid: true,
      objectMeta,
    }).value,
    ...errors("validate", validator.validate(defaulted)),
    ...errors("validateRaw", validator.validate(object)),
    ...errors("objectMeta", validateEmbeddedResources(rootPath, defaulted, schema, objectMeta)),
    ...errors("listTypes", validateListTypes(rootPath, schema, defaulted)),
  };
}

function checkUpdate(record: OracleRecord, props: JSONSchemaProps): object {
  const validator = compileSchemaValidator(newStructural(props), compileRegexp);
  const object = input<JsonValue>(record, "object");
  return {
    plain: printErrors(validator.validate(object), member(record.expect, "plain")),
    ratcheting: printErrors(
      validator.validateUpdate(object, input<JsonValue>(record, "old")),
      member(record.expect, "ratcheting"),
    ),
  };
}

const checks: Readonly<Record<string, (record: OracleRecord, props: JSONSchemaProps) => object>> = {
  structural: checkStructural,
  object: checkObject,
  update: checkUpdate,
};

function outcome(record: OracleRecord): object {
  try {
    // decoded by its schema
    const props = schemaCodec.decode(input<JsonValue>(record, "schema")) as unknown as JSONSchemaProps;
    return checks[record.op ?? ""]?.(record, props) ?? {};
  } catch (err) {
    if (err instanceof DecodeError) return { decodeError: err.message };
    throw err;
  }
}

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  return difference(record.expect, outcome(record));
}
