import { newUnknownError } from "../../apimachinery/errors.ts";
import { errorMessage, rootPath } from "../../apimachinery/field-error.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject, type ObjectMeta } from "../../apimachinery/meta.ts";
import { atOnce, forEachKept } from "../../component-base/work.ts";
import { coerceObjectMeta } from "../../apiserver/codec/coerce-object-meta.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import { StrictReport } from "../../apiserver/codec/json/strict-report.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import { applyDefaults, pruneNulls } from "../../apiserver/schema/structural/defaulting.ts";
import { newStructural } from "../../apiserver/schema/structural/new-structural.ts";
import { structuralSchemaOf } from "../../apiserver/schema/structural/structural-schema.ts";
import { deepEqual } from "../../apiserver/schema/validation/deep-equal.ts";
import { prune } from "../../apiserver/schema/structural/pruning.ts";
import type { Definition, Version } from "../../apis/apiextensions/definition.ts";
import { conversionOf, type Conversion, type ConversionServices } from "../conversion/conversion.ts";
import { isPlainMetadata } from "../../apiserver/codec/plain-metadata.ts";
import { hasEmbeddedResources } from "../../apiserver/codec/validate-embedded-resources.ts";

/** One version of a custom resource kind. */
export interface VersionModel {
  readonly name: string;
  readonly apiVersion: string;
  readonly spec: Version;
  readonly schema: Schema;
  /** Whether the schema has embedded resources, whose metadata must be coerced too. */
  readonly embedded: boolean;
}

/** A custom resource kind with everything needed to decode, prune, default and convert its objects. */
export interface KindModel {
  readonly group: string;
  readonly kind: string;
  readonly versions: ReadonlyMap<string, VersionModel>;
  readonly storage: VersionModel;
  /** Disables pruning of unknown fields; set in definitions that predate structural schemas. */
  readonly preserveUnknownFields: boolean;
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
  /** Converts objects between versions; undefined if only their apiVersion changes. */
  readonly conversion: Conversion | undefined;
}

/** How to handle invalid metadata. */
export interface CoerceOptions {
  /** Drop invalid metadata instead of rejecting it. */
  readonly dropInvalid: boolean;
  readonly report?: StrictReport | undefined;
}

/**
 * Returns the model of a definition with accepted names. Throws if it has no storage version or no structural schema;
 * validation rejects such definitions.
 */
export function createKindModel(
  definition: Definition,
  objectMeta: TypedCodec,
  services: ConversionServices | undefined,
): KindModel {
  const { spec, status } = definition;
  const versions = new Map((spec.versions ?? []).map((version) => [version.name, versionModel(spec.group, version)]));
  const storage = versions.get(spec.versions?.find((version) => version.storage)?.name ?? "");
  if (storage === undefined)
    throw new Error(`the definition of ${spec.names.plural}.${spec.group} has no storage version`);
  return {
    group: spec.group,
    kind: status?.acceptedNames?.kind ?? spec.names.kind,
    versions,
    storage,
    preserveUnknownFields: spec.preserveUnknownFields === true,
    objectMeta,
    conversion: services && conversionOf(definition, services),
  };
}

function versionModel(group: string, version: Version): VersionModel {
  const props = version.schema?.openAPIV3Schema;
  const schema = props === undefined ? newStructural({ type: "object" }) : structuralSchemaOf(props);
  return {
    name: version.name,
    apiVersion: `${group}/${version.name}`,
    spec: version,
    schema,
    embedded: hasEmbeddedResources(schema),
  };
}

/** Returns the version named by the object's apiVersion; undefined for objects of other kinds. */
function versionOf({ kind, group, versions }: KindModel, object: KubeObject): VersionModel | undefined {
  const { apiVersion } = object;
  if (object.kind !== kind || typeof apiVersion !== "string" || !apiVersion.startsWith(`${group}/`)) return undefined;
  return versions.get(apiVersion.slice(group.length + 1));
}

/** Placeholder for a version that the definition does not have: its schema has no fields. */
const unknownVersion: VersionModel = {
  name: "",
  apiVersion: "",
  spec: { name: "", served: false, storage: false },
  schema: newStructural({ type: "object" }),
  embedded: false,
};

const isOfGroupKind = ({ group, kind }: KindModel, object: KubeObject): boolean =>
  object.kind === kind && object.apiVersion?.startsWith(`${group}/`) === true;

/**
 * Returns the object with its metadata coerced to ObjectMeta and with unknown fields pruned
 * (unstructuredSchemaCoercer). Throws DecodeError.
 */
export function coerce(model: KindModel, object: KubeObject, options: CoerceOptions): KubeObject {
  if (asJson(object)["apiVersion"] === null)
    throw new DecodeError(".apiVersion accessor error: <nil> is of the type <nil>, expected string");
  const version = versionOf(model, object) ?? (isOfGroupKind(model, object) ? unknownVersion : undefined);
  const metadata = coerceMetadata(model, object, options);
  const fit = version === undefined ? object : asKubeObject(pruneAsVersion(model, version, asJson(object), options));
  return fit.metadata === metadata ? fit : { ...fit, metadata };
}

function coerceMetadata({ objectMeta }: KindModel, object: KubeObject, { report }: CoerceOptions): ObjectMeta {
  const given = asJson(object)["metadata"];
  return given === undefined ? {} : decodeMetadata(objectMeta, given, report);
}

/**
 * Decodes metadata. Upstream encodes it before decoding it: with sorted keys, so the first error in that order is
 * reported, and with whole numbers as integers, so 1.0 is an integer.
 */
function decodeMetadata(objectMeta: TypedCodec, given: JsonValue, report: StrictReport | undefined): ObjectMeta {
  const decode = (value: JsonValue): ObjectMeta => {
    const found = report === undefined ? undefined : new StrictReport();
    const metadata = objectMeta.decode(value, { report: found });
    for (const path of [...(found?.paths ?? [])].sort()) report?.addUnknown(`metadata.${path}`);
    return metadata as unknown as ObjectMeta; // decoded with the schema of ObjectMeta
  };
  try {
    return decode(given);
  } catch (err) {
    if (!(err instanceof DecodeError) || !isObject(given)) throw err;
    const encoded = decodeJson(encodeJson(given));
    return decode(Object.fromEntries(Object.entries(encoded ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))));
  }
}

/**
 * Returns an object that apply or admission has made with its metadata as ObjectMeta is encoded: without what is empty.
 * The server sets the creationTimestamp afterwards, so it may be anything. Upstream drops other invalid metadata of the
 * storage version when it is read back; of other versions the decoder's error is the answer, a 500.
 */
export function withCoercedMetadata(model: KindModel, object: KubeObject): KubeObject {
  const given = asJson(object)["metadata"];
  if (!isObject(given)) return asKubeObject({ ...asJson(object), metadata: {} });
  const { creationTimestamp, ...rest } = given;
  const metadata = asJson({ metadata: coerceApplied(model, rest, object.apiVersion) })["metadata"];
  if (deepEqual(rest, metadata)) return object;
  return asKubeObject({
    ...asJson(object),
    metadata: { ...(isObject(metadata) && metadata), ...(creationTimestamp !== undefined && { creationTimestamp }) },
  });
}

function coerceApplied({ objectMeta, storage }: KindModel, given: JsonObject, apiVersion?: string): ObjectMeta {
  try {
    return decodeMetadata(objectMeta, given, undefined);
  } catch (err) {
    if (!(err instanceof DecodeError)) throw err;
    if (apiVersion !== storage.apiVersion) throw newUnknownError(err.message);
    return decodeMetadata(objectMeta, validMembers(objectMeta, given), undefined);
  }
}

/** Returns the members of metadata that can be decoded. */
function validMembers(objectMeta: TypedCodec, metadata: JsonObject): JsonObject {
  const isValid = ([name, value]: readonly [string, JsonValue]): boolean => {
    try {
      decodeMetadata(objectMeta, { [name]: value }, undefined);
      return true;
    } catch (err) {
      if (err instanceof DecodeError) return false;
      throw err;
    }
  };
  return Object.fromEntries(Object.entries(metadata).filter(isValid));
}

/** Prunes fields that the version does not know; returns the same object if there are none. */
function pruneAsVersion(
  { objectMeta, preserveUnknownFields }: KindModel,
  version: VersionModel,
  object: JsonObject,
  { dropInvalid, report }: CoerceOptions,
): JsonValue {
  const value = preserveUnknownFields ? object : withoutUnknown(version, object, report);
  if (!version.embedded) return value;
  const coerced = coerceObjectMeta(rootPath, value, version.schema, { isResourceRoot: false, dropInvalid, objectMeta });
  if (coerced.error !== undefined) throw new DecodeError(errorMessage(coerced.error));
  for (const path of coerced.unknownFields) report?.addUnknown(path);
  return coerced.value;
}

function withoutUnknown({ schema }: VersionModel, object: JsonObject, report: StrictReport | undefined): JsonValue {
  const pruned = prune(object, schema, true);
  if (report !== undefined) {
    for (const path of pruned.unknownFields) report.addUnknown(path);
    report.countUnknown(pruned.moreUnknownFields);
  }
  return pruneNulls(pruned.value, schema);
}

/** Drops the fields that a version does not know, and nothing else. */
export const withoutUnknownFields = (
  { preserveUnknownFields }: KindModel,
  { schema }: VersionModel,
  object: KubeObject,
): KubeObject => (preserveUnknownFields ? object : asKubeObject(prune(asJson(object), schema, true).value));

/**
 * Returns the object with the defaults of its version. Of defaults in the metadata of embedded resources, those that
 * ObjectMeta does not know are left out (defaulting.PruneDefaults).
 */
export function defaultResource(model: KindModel, object: KubeObject): KubeObject {
  const version = versionOf(model, object);
  if (version === undefined) return object;
  const given = asJson(object);
  const filled = applyDefaults(given, version.schema);
  if (filled === given || !version.embedded) return asKubeObject(filled);
  const { objectMeta } = model;
  const options = { isResourceRoot: false, dropInvalid: true, objectMeta };
  return asKubeObject(coerceObjectMeta(rootPath, filled, version.schema, options).value);
}

/** Returns the object with another apiVersion and otherwise unchanged: the conversion of kinds without a converter. */
export const renamed = (object: KubeObject, apiVersion: string): KubeObject =>
  object.apiVersion === apiVersion ? object : { ...object, apiVersion };

/** Converts an object to another version and prunes it; for kinds without a converter. */
export function convertTo(model: KindModel, target: VersionModel, object: KubeObject): KubeObject {
  const converted = renamed(object, target.apiVersion);
  return converted === object ? object : prunedAs(model, target, converted);
}

/**
 * Converts objects to another version with the kind's converter and prunes them. None may be of that version already.
 */
export async function convertAll(
  model: KindModel,
  conversion: Conversion,
  target: VersionModel,
  objects: readonly KubeObject[],
  pace = atOnce,
): Promise<readonly KubeObject[]> {
  const converted = await conversion.convert(objects, target.apiVersion, pace);
  const none = (): KubeObject[] => [];
  return pace(() =>
    forEachKept(converted.length, none, (pruned, i) => {
      pruned.push(prunedAs(model, target, converted[i] as KubeObject)); // within the list
    }),
  );
}

const prunedAs = (model: KindModel, target: VersionModel, object: KubeObject): KubeObject =>
  asKubeObject(pruneAsVersion(model, target, asJson(object), { dropInvalid: false }));

/** Returns a stored object pruned and defaulted by its stored version, as if it had been written today. */
export function refreshed(model: KindModel, stored: KubeObject): KubeObject {
  const version = versionOf(model, stored);
  const fit =
    version === undefined
      ? stored
      : asKubeObject(pruneAsVersion(model, version, asJson(stored), { dropInvalid: true }));
  return defaultResource(model, withSoundMetadata(model, fit));
}

/** Returns a stored object with what ObjectMeta knows of its metadata, and with a generation. */
function withSoundMetadata({ objectMeta }: KindModel, stored: KubeObject): KubeObject {
  const given = asJson(stored)["metadata"];
  const isSound = isPlainMetadata(given);
  const metadata =
    isSound || !isObject(given)
      ? stored.metadata
      : decodeMetadata(objectMeta, validMembers(objectMeta, given), undefined);
  const { generation } = metadata;
  if (generation === undefined) return { ...stored, metadata: { ...metadata, generation: 1 } };
  return isSound ? stored : { ...stored, metadata };
}

export const gvkOf = ({ group, kind }: KindModel, { name }: VersionModel): GroupVersionKind => ({
  group,
  version: name,
  kind,
});
