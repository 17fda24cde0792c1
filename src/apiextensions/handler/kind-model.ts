import { errorMessage, rootPath } from "../../apimachinery/field-error.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject, type ObjectMeta } from "../../apimachinery/meta.ts";
import { coerceObjectMeta } from "../../apiserver/codec/coerce-object-meta.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import { StrictReport } from "../../apiserver/codec/json/strict-report.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import { applyDefaults, pruneNulls } from "../../apiserver/schema/structural/defaulting.ts";
import { newStructural } from "../../apiserver/schema/structural/new-structural.ts";
import { structuralSchemaOf } from "../../apiserver/schema/structural/structural-schema.ts";
import { prune } from "../../apiserver/schema/structural/pruning.ts";
import type { Definition, Version } from "../../apis/apiextensions/definition.ts";
import { conversionOf, type Conversion, type ConversionServices } from "../conversion/conversion.ts";
import { hasEmbeddedResources } from "../../apiserver/codec/validate-embedded-resources.ts";

/** One version of a kind. */
export interface VersionModel {
  readonly name: string;
  readonly apiVersion: string;
  readonly spec: Version;
  readonly schema: Schema;
  /** Resources stand inside of others, and their metadata needs a look of its own. */
  readonly embedded: boolean;
}

/** A kind that a definition makes, with what its objects are made fit by. */
export interface KindModel {
  readonly group: string;
  readonly kind: string;
  readonly versions: ReadonlyMap<string, VersionModel>;
  readonly storage: VersionModel;
  /**
   * Nothing is taken away that the schemas do not know: definitions that were stored before there were structural
   * schemas.
   */
  readonly preserveUnknownFields: boolean;
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
  /**
   * How objects get from one version into another; undefined where they stay as they are but for the version's name.
   */
  readonly conversion: Conversion | undefined;
}

/** What is to happen with metadata that is not what it should be. */
export interface CoerceOptions {
  /** Take it away instead of refusing it. */
  readonly dropInvalid: boolean;
  readonly report?: StrictReport | undefined;
}

/**
 * The model of a definition that has accepted names. Throws where it has no storage version or no structural schema,
 * which validation does not let pass.
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

/** The version whose object this says it is; undefined for objects of other kinds. */
function versionOf({ kind, group, versions }: KindModel, object: KubeObject): VersionModel | undefined {
  const { apiVersion } = object;
  if (object.kind !== kind || typeof apiVersion !== "string" || !apiVersion.startsWith(`${group}/`)) return undefined;
  return versions.get(apiVersion.slice(group.length + 1));
}

/** A version that nobody defined knows nothing. */
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
 * The object with metadata as Go holds it and without what its schema does not know (unstructuredSchemaCoercer). Throws
 * DecodeError.
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
  if (given === undefined) return {};
  const found = report === undefined ? undefined : new StrictReport();
  const metadata = decodeMetadata(objectMeta, given, found);
  // upstream writes metadata out, sorted, before it decodes it
  for (const path of [...(found?.paths ?? [])].sort()) report?.addUnknown(`metadata.${path}`);
  return metadata as unknown as ObjectMeta; // decoded by the schema of ObjectMeta
}

/** Upstream writes metadata out, sorted, before it decodes it: what is wrong first in that order is what is told. */
function decodeMetadata(objectMeta: TypedCodec, given: JsonValue, report: StrictReport | undefined): unknown {
  try {
    return objectMeta.decode(given, { report });
  } catch (err) {
    if (!(err instanceof DecodeError) || !isObject(given)) throw err;
    return objectMeta.decode(Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))));
  }
}

/** Takes away what a version does not know; the same object where it knows everything. */
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
  if (report !== undefined) for (const path of pruned.unknownFields) report.addUnknown(path);
  return pruneNulls(pruned.value, schema);
}

/** The object with the defaults of the version it is of. */
export function defaultResource(model: KindModel, object: KubeObject): KubeObject {
  const version = versionOf(model, object);
  return version === undefined ? object : asKubeObject(applyDefaults(asJson(object), version.schema));
}

/**
 * The object under the name of another version, whatever that version knows of its fields: all there is to do where a
 * definition asks nobody.
 */
export const renamed = (object: KubeObject, apiVersion: string): KubeObject =>
  object.apiVersion === apiVersion ? object : { ...object, apiVersion };

/** The object in another version of its kind, without what that version does not know; for kinds that ask nobody. */
export function convertTo(model: KindModel, target: VersionModel, object: KubeObject): KubeObject {
  const converted = renamed(object, target.apiVersion);
  return converted === object ? object : prunedAs(model, target, converted);
}

/**
 * Objects in another version, as the kind's webhook has them, each without what that version does not know. None is in
 * that version yet.
 */
export async function convertAll(
  model: KindModel,
  conversion: Conversion,
  target: VersionModel,
  objects: readonly KubeObject[],
): Promise<readonly KubeObject[]> {
  return (await conversion.convert(objects, target.apiVersion)).map((object) => prunedAs(model, target, object));
}

const prunedAs = (model: KindModel, target: VersionModel, object: KubeObject): KubeObject =>
  asKubeObject(pruneAsVersion(model, target, asJson(object), { dropInvalid: false }));

/** A stored object as it would be had it been stored today: pruned and defaulted by the version it was stored in. */
export function refreshed(model: KindModel, stored: KubeObject): KubeObject {
  const version = versionOf(model, stored);
  const fit =
    version === undefined
      ? stored
      : asKubeObject(pruneAsVersion(model, version, asJson(stored), { dropInvalid: true }));
  const generated =
    fit.metadata.generation === undefined ? { ...fit, metadata: { ...fit.metadata, generation: 1 } } : fit;
  return defaultResource(model, generated);
}

export const gvkOf = ({ group, kind }: KindModel, { name }: VersionModel): GroupVersionKind => ({
  group,
  version: name,
  kind,
});
