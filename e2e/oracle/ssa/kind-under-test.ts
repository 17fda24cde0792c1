import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../../src/apimachinery/json/value.ts";
import type { KubeObject } from "../../../src/apimachinery/meta.ts";
import { compileCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { ApplyCache } from "../../../src/apiserver/managedfields/apply-cache.ts";
import { atomOfCustomResource } from "../../../src/apiserver/managedfields/custom-resource-atom.ts";
import { keepEmptyManagedFields } from "../../../src/apiserver/managedfields/object-parts.ts";
import { withoutOmitted } from "../../../src/apiserver/managedfields/omitted-empty.ts";
import { atomOfSchema } from "../../../src/apiserver/managedfields/schema-atom.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { JSONSchemaProps } from "../../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { applyDefaults, pruneNulls } from "../../../src/apiserver/schema/structural/defaulting.ts";
import { newStructural } from "../../../src/apiserver/schema/structural/new-structural.ts";
import { prune } from "../../../src/apiserver/schema/structural/pruning.ts";
import type { ObjectSchema } from "../../../src/apiserver/schema/schema.ts";
import { createFieldManager } from "../../../src/kube-apiserver/resources/field-managers.ts";
import type { Atom } from "../../../src/structured-merge-diff/schema.ts";

/** A definition as records hold it. */
export interface RecordedDefinition {
  readonly group: string;
  readonly kind: string;
  readonly schemaless?: boolean;
  readonly preserveUnknownFields?: boolean;
  readonly versions: readonly { readonly name: string; readonly schema?: JSONSchemaProps }[];
}

/** One version of a kind: its type, and how its objects are read. */
export interface VersionUnderTest {
  readonly atom: Atom;
  readonly emptyObject: KubeObject;
  /** An object as the server has it after decoding. */
  decode(value: JsonValue): KubeObject;
  /** An object of what an apply has merged, and the parts of it that the live object had already. */
  complete(merged: JsonValue, kept: ReadonlySet<unknown>): KubeObject;
  /** Returns an object without what its encoding omits. */
  asEncoded(object: KubeObject): KubeObject;
}

const registry = await loadBuiltinTypes();

function objectMeta(): ObjectSchema {
  const schema = registry.byName("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  if (!schema) throw new Error("no ObjectMeta");
  return schema;
}

const meta = objectMeta();
const asJson = (object: KubeObject): JsonObject => object as unknown as JsonObject;
const asObject = (value: JsonValue): KubeObject => value as unknown as KubeObject; // as far as a record's object is one

function builtinVersion(kind: GroupVersionKind): VersionUnderTest | undefined {
  const schema = registry.schemaOf(kind);
  if (!schema) return undefined;
  const codec = compileCodec(schema);
  const typeMeta = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  const asIs = (object: KubeObject): KubeObject => object;
  const fields = createFieldManager({
    kind,
    subresource: "",
    ownable: undefined,
    cache: new ApplyCache(),
    types: registry,
    livesDecoded: true,
    codec: () => codec,
    defaults: asIs,
    convert: asIs,
  });
  const kindOf = (object: KubeObject, value: JsonValue): KubeObject =>
    keepEmptyManagedFields({ ...object, ...typeMeta }, value);
  const complete = (merged: JsonValue, kept: ReadonlySet<unknown>): KubeObject =>
    kindOf(fields.toObject(merged, kept, true), merged);
  const decode = (value: JsonValue): KubeObject => kindOf(codec.decode(value), value);
  const asEncoded = (object: KubeObject): KubeObject => asObject(withoutOmitted(asJson(object), schema));
  return { atom: atomOfSchema(schema), emptyObject: decode({}), decode, complete, asEncoded };
}

function customVersion(definition: RecordedDefinition, kind: GroupVersionKind): VersionUnderTest | undefined {
  const version = definition.versions.find(({ name }) => name === kind.version);
  if (!version || definition.group !== kind.group) return undefined;
  const props = definition.schemaless ? undefined : version.schema;
  const schema = props && newStructural(props);
  const keeps = definition.preserveUnknownFields === true;
  const decode = (value: JsonValue): KubeObject => {
    if (!schema) return asObject(value);
    const pruned = keeps ? value : prune(value, schema, true).value;
    return asObject(applyDefaults(pruneNulls(pruned, schema), schema));
  };
  const complete = (merged: JsonValue): KubeObject => asObject(schema ? applyDefaults(merged, schema) : merged);
  const emptyObject: JsonObject = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  return {
    atom: atomOfCustomResource({ schema, preserveUnknownFields: keeps, objectMeta: meta }),
    emptyObject: asObject(emptyObject),
    decode,
    complete,
    asEncoded: (object) => object,
  };
}

/** The version of a kind that a record is about; undefined where there is none. */
export const versionUnderTest = (
  kind: GroupVersionKind,
  definition: RecordedDefinition | undefined,
): VersionUnderTest | undefined => (definition ? customVersion(definition, kind) : builtinVersion(kind));
