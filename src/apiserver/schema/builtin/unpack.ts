import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Embedded, Field, ListType, MapType, ObjectSchema, ProtobufField, Schema, Union } from "../schema.ts";
import { goTypeName } from "../go-type-name.ts";
import {
  packedFlags,
  type PackedField,
  type PackedType,
  type PackedTypeFacts,
  type PlaceFacts,
  type Resolve,
} from "./packed-form.ts";
import { parseTypeCode } from "./type-code.ts";

/** Those of claims for devices, in each version. */
const deviceLists = [
  ["DeviceClaim", "config", "constraints"],
  ["DeviceClaimConfiguration", "requests"],
  ["DeviceConstraint", "requests"],
  ["DeviceRequest", "firstAvailable", "selectors", "tolerations"],
  ["DeviceSubRequest", "selectors", "tolerations"],
  ["ExactDeviceRequest", "selectors", "tolerations"],
];

/**
 * Lists and maps by type for which defaults, validation or the values in messages distinguish an empty one from an
 * absent one, as Go does with nil.
 */
const keptEmpty: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["io.k8s.api.autoscaling.v2.HPAScalingRules", ["policies"]],
  ["io.k8s.api.core.v1.CSIPersistentVolumeSource", ["volumeAttributes"]],
  ["io.k8s.api.core.v1.ConfigMap", ["binaryData", "data"]],
  ["io.k8s.api.core.v1.EphemeralContainerCommon", ["ports", "resizePolicy"]],
  ["io.k8s.api.core.v1.FCVolumeSource", ["targetWWNs", "wwids"]],
  ["io.k8s.api.core.v1.FlexPersistentVolumeSource", ["options"]],
  ["io.k8s.api.core.v1.ISCSIPersistentVolumeSource", ["portals"]],
  ["io.k8s.api.core.v1.NodeSelectorTerm", ["matchExpressions", "matchFields"]],
  ["io.k8s.api.core.v1.PersistentVolumeClaimSpec", ["accessModes"]],
  ["io.k8s.api.core.v1.PersistentVolumeSpec", ["accessModes", "capacity", "mountOptions"]],
  ["io.k8s.api.core.v1.ResourceQuotaSpec", ["scopes"]],
  ["io.k8s.api.core.v1.ScopeSelector", ["matchExpressions"]],
  ["io.k8s.api.core.v1.ScopedResourceSelectorRequirement", ["values"]],
  ["io.k8s.api.core.v1.Secret", ["data"]],
  ["io.k8s.api.core.v1.VolumeResourceRequirements", ["limits", "requests"]],
  ["io.k8s.api.networking.v1.IngressSpec", ["rules"]],
  ...["v1", "v1beta1", "v1beta2"].flatMap((version) =>
    deviceLists.map(([type, ...names]) => [`io.k8s.api.resource.${version}.${type}`, names] as const),
  ),
  ["io.k8s.api.storage.v1.StorageClass", ["parameters"]],
  ["io.k8s.api.storage.v1.VolumeAttributesClass", ["parameters"]],
  [
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps",
    // oxfmt-ignore
    ["allOf", "anyOf", "definitions", "dependencies", "enum", "oneOf", "patternProperties", "properties", "required", "x-kubernetes-list-map-keys", "x-kubernetes-validations"],
  ],
]);

/** A field whose schema is built on first access, because types may refer to each other. */
class LazyField implements Field {
  readonly name: string;
  readonly goName: string;
  readonly pointer: boolean;
  readonly omitempty: boolean;
  readonly omitzero: boolean;
  readonly keptEmpty: boolean;
  readonly required: boolean;
  readonly notInOpenApi: boolean;
  readonly default?: JsonValue;
  readonly mapType?: MapType;
  readonly listType?: ListType;
  readonly protobuf?: ProtobufField;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly #build: () => Schema;
  #schema: Schema | undefined;

  constructor([name, code, flags, number, extras = {}]: PackedField, type: string, resolve: Resolve) {
    const group = type.slice(0, type.lastIndexOf("."));
    this.name = name;
    this.keptEmpty = keptEmpty.get(type)?.includes(name) === true;
    this.goName = extras.g ?? name.charAt(0).toUpperCase() + name.slice(1);
    this.pointer = (flags & packedFlags.pointer) !== 0;
    this.omitempty = (flags & packedFlags.omitempty) !== 0;
    this.omitzero = (flags & packedFlags.omitzero) !== 0;
    this.required = (flags & packedFlags.required) !== 0;
    this.notInOpenApi = (flags & packedFlags.notInOpenApi) !== 0;
    const facts: PlaceFacts = { own: extras, zeroElementDefault: (flags & packedFlags.zeroElementDefault) !== 0 };
    this.#build = () => parseTypeCode(code, group, resolve, facts);
    if (number > 0) this.protobuf = protobufField(number, code);
    if ((flags & packedFlags.zeroDefault) !== 0) this.default = zeroOfCode(code);
    else if (extras.d !== undefined) this.default = extras.d;
    if (extras.m !== undefined) this.mapType = extras.m;
    if (extras.l !== undefined) this.listType = extras.l;
    if (extras.p !== undefined) this.patchStrategy = extras.p;
    if (extras.q !== undefined) this.patchMergeKey = extras.q;
  }

  get schema(): Schema {
    return (this.#schema ??= this.#build());
  }
}

const zeroOfCode = (code: string): JsonValue => {
  const first = code.charAt(0);
  if (first === "s") return "";
  if (first === "b") return false;
  return first === "@" ? {} : 0;
};

function protobufField(number: number, code: string): ProtobufField {
  const first = code.charAt(0);
  const message = /^\[<[^>]*!>/.test(code);
  return { number, wire: wireOf(first), repeated: (first === "[" && !message) || first === "{", message };
}

const wireOf = (code: string): ProtobufField["wire"] => {
  if (code === "b" || code === "i" || code === "l") return "varint";
  return code === "f" ? "fixed64" : "bytes";
};

/** Builds an object schema from its packed line. References to other types are resolved on first access. */
export function unpackType(name: string, packed: PackedType, resolve: Resolve): ObjectSchema {
  const group = name.slice(0, name.lastIndexOf("."));
  const [rows, facts = {}] = packed;
  const fields: Field[] = [];
  const embedded: Embedded[] = [];
  for (const row of rows) {
    if ((row[2] & packedFlags.inline) === 0) fields.push(new LazyField(row, name, resolve));
    else embed(row, group, resolve, fields, embedded);
  }
  const index = new Map(fields.map((field) => [field.name, field]));
  return {
    kind: "object",
    name,
    goType: goTypeName(name),
    fields,
    field: (key) => index.get(key),
    embedded,
    protobuf: facts.n !== 1,
    ...typeFacts(facts),
  };
}

function embed(row: PackedField, group: string, resolve: Resolve, fields: Field[], embedded: Embedded[]): void {
  const schema = parseTypeCode(row[1], group, resolve, { own: {}, zeroElementDefault: false });
  if (schema.kind !== "object") throw new Error(`${row[1]} cannot be embedded`);
  fields.push(...schema.fields);
  embedded.push({
    goName: row[4]?.g ?? "",
    schema,
    ...(row[3] > 0 ? { protobuf: protobufField(row[3], row[1]) } : {}),
  });
}

function typeFacts(facts: PackedTypeFacts): Partial<ObjectSchema> {
  const openApi = {
    ...(facts.t ? { type: facts.t[0] } : {}),
    ...(facts.t?.[1] === undefined ? {} : { format: facts.t[1] }),
    ...(facts.v === undefined ? {} : { v3: facts.v }),
  };
  return {
    ...(facts.m ? { mapType: facts.m } : {}),
    ...(facts.u ? { unions: facts.u.map(([discriminator, fields]): Union => ({ discriminator, fields })) } : {}),
    ...(facts.t || facts.v !== undefined ? { openApi } : {}),
  };
}
