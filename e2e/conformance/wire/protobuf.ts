import type { Json } from "../recorded-case.ts";
import { fromBase64, textOf, toBase64 } from "./bytes.ts";

// A message's fields by number from 1: NAME[:TYPE][[] repeated | {} map of TYPE]; `-` is a number that is not used.
const messages = readSchemas({
  Unknown: "typeMeta:TypeMeta raw:bytes contentEncoding contentType",
  TypeMeta: "apiVersion kind",
  ObjectMeta:
    "name generateName namespace selfLink uid resourceVersion generation creationTimestamp:Time deletionTimestamp:Time deletionGracePeriodSeconds labels{} annotations{} ownerReferences:OwnerReference[] finalizers[] - - managedFields:ManagedFieldsEntry[]",
  OwnerReference: "kind - name uid apiVersion controller blockOwnerDeletion",
  ManagedFieldsEntry: "manager operation apiVersion time:Time - fieldsType fieldsV1:FieldsV1 subresource",
  FieldsV1: "raw",
  Time: "seconds nanos",
  ListMeta: "selfLink resourceVersion continue remainingItemCount",
  Status: "metadata:ListMeta status message reason details:StatusDetails code",
  StatusDetails: "name group kind causes:StatusCause[] retryAfterSeconds uid",
  StatusCause: "reason message field",
  WatchEvent: "type object:RawExtension",
  RawExtension: "raw:object",
  PartialObjectMetadata: "metadata:ObjectMeta",
  PartialObjectMetadataList: "metadata:ListMeta items:PartialObjectMetadata[]",
  ConfigMap: "metadata:ObjectMeta data{} binaryData:bytes{} immutable",
  ConfigMapList: "metadata:ListMeta items:ConfigMap[]",
  Secret: "metadata:ObjectMeta data:bytes{} type stringData{} immutable",
  SecretList: "metadata:ListMeta items:Secret[]",
  Lease: "metadata:ObjectMeta spec:LeaseSpec",
  LeaseList: "metadata:ListMeta items:Lease[]",
  LeaseSpec:
    "holderIdentity leaseDurationSeconds acquireTime:Time renewTime:Time leaseTransitions strategy preferredHolder",
  PriorityClass: "metadata:ObjectMeta value globalDefault description preemptionPolicy",
  PriorityClassList: "metadata:ListMeta items:PriorityClass[]",
  APIGroup: "name versions:GroupVersion[] preferredVersion:GroupVersion serverAddressByClientCIDRs:ServerAddress[]",
  GroupVersion: "groupVersion version",
  ServerAddress: "clientCIDR serverAddress",
  APIResourceList: "groupVersion resources:APIResource[]",
  APIResource:
    "name namespaced kind verbs:Verbs shortNames[] singularName categories[] group version storageVersionHash",
  Verbs: "items[]",
  textEntry: "key value",
  bytesEntry: "key value:bytes",
});

interface Field {
  readonly name: string;
  readonly type?: string | undefined;
  readonly shape?: "repeated" | "map" | undefined;
}

type Fields = { [name: string]: Json };

/** Decodes an object in the `k8s\0` envelope (runtime.Unknown), with field names. Throws for unknown kinds. */
export function decodeProtobufObject(bytes: Uint8Array): Json {
  if (textOf(bytes.subarray(0, 4)) !== "k8s\0") throw new Error("no magic number");
  const { typeMeta, raw, ...encoding } = decodeMessage(bytes.subarray(4), "Unknown");
  const { kind, ...version } = Object(typeMeta) as { kind: string };
  return { ...version, kind, ...encoding, ...decodeMessage(fromBase64(String(raw ?? "")), kind) };
}

/** Decodes a message of a type listed above, with the fields present in the input. */
export function decodeMessage(bytes: Uint8Array, message: string): Fields {
  const fields = messages.get(message);
  if (!fields) throw new Error(`kind ${message}`);
  const decoded: Fields = {};
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at);
    const field = fields.get(Number(tag.value >> 3n)) ?? { name: String(tag.value >> 3n) };
    const { value, end } = readValue(bytes, tag.end, Number(tag.value & 7n), field);
    at = end;
    put(decoded, field, value);
  }
  return decoded;
}

function readValue(bytes: Uint8Array, at: number, wireType: number, field: Field): { value: Json; end: number } {
  const number = varint(bytes, at);
  if (wireType === 0) return { value: Number(BigInt.asIntN(64, number.value)), end: number.end };
  if (wireType !== 2) throw new Error(`wire type ${wireType}`);
  const end = number.end + Number(number.value);
  if (end > bytes.length) throw new Error("the bytes end in the middle of a field");
  const part = bytes.subarray(number.end, end);
  return { value: decodeTyped(part, field.shape === "map" ? `${field.type ?? "text"}Entry` : field.type), end };
}

function put(decoded: Fields, { name, shape }: Field, value: Json): void {
  if (shape === "map") {
    const { key, value: member } = Object(value) as { key: string; value: Json };
    decoded[name] = { ...(decoded[name] as Fields | undefined), [key]: member };
  } else if (shape === "repeated") decoded[name] = [...((decoded[name] as Json[] | undefined) ?? []), value];
  else decoded[name] = value;
}

function decodeTyped(bytes: Uint8Array, type: string | undefined): Json {
  if (type === undefined) return textOf(bytes);
  if (type === "bytes") return toBase64(bytes);
  if (type === "object") return decodeProtobufObject(bytes);
  const message = decodeMessage(bytes, type);
  return type === "Time" && message["seconds"] !== undefined
    ? formatTime(Number(message["seconds"]), Number(message["nanos"] ?? 0))
    : message;
}

function formatTime(seconds: number, nanos: number): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}${nanos ? `.${String(nanos).padStart(9, "0")}` : ""}Z`;
}

function varint(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = start, shift = 0n; at < bytes.length; at += 1, shift += 7n) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value, end: at + 1 };
  }
  throw new Error("the bytes end in the middle of a number");
}

function readSchemas(texts: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlyMap<number, Field>> {
  return new Map(
    Object.entries(texts).map(([message, text]) => [
      message,
      new Map(text.split(" ").map((field, i) => [i + 1, readField(field)])),
    ]),
  );
}

function readField(text: string): Field {
  const shape = text.endsWith("[]") ? "repeated" : text.endsWith("{}") ? "map" : undefined;
  const [name = "", type] = (shape ? text.slice(0, -2) : text).split(":");
  return { name, type, shape };
}
