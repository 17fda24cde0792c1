import { messageOf } from "../../apimachinery/message-of.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import {
  fieldPath,
  invalid,
  PrintedValue,
  required,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import { canonicalBase64 } from "../../apiserver/codec/json/base64.ts";
import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { parseUrl } from "../../apimachinery/go-url.ts";
import type { WrittenEncryption, WrittenKey, WrittenKeys, WrittenKms, WrittenProvider } from "./encryption-schema.ts";

const aesKeySizes = [16, 24, 32];
const secretboxKeySizes = [32];

/** Parses `secrets`, `deployments.apps`, `*.apps` or `*.` (schema.ParseGroupResource). */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf(".");
  return dot < 0 ? { group: "", resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}

const atLeastOne = (path: FieldPath, what: string = path.toString()): FieldError =>
  required(path, `at least one ${what} is required`);

/**
 * Returns all errors of a configuration (apiserver validation.ValidateEncryptionConfiguration). Secrets are not quoted,
 * unlike upstream for several providers in one element. `reload` is whether the file is read again.
 */
export function validateEncryption({ resources = [] }: WrittenEncryption, reload: boolean): readonly FieldError[] {
  const root = fieldPath("resources");
  if (resources.length === 0) return [atLeastOne(root)];
  const kmsNames = new Set<string>();
  return resources.flatMap(({ resources: names = [], providers = [] }, i) => {
    const [named, provided] = [root.index(i).child("resources"), root.index(i).child("providers")];
    return [
      ...(names.length === 0 ? [atLeastOne(named)] : []),
      ...validateOverlap(names, named),
      ...names.flatMap((name, j) => validateName(name, named.index(j))),
      ...(providers.length === 0 ? [atLeastOne(provided)] : []),
      ...providers.flatMap((provider, j) => validateProvider(provider, provided.index(j), kmsNames, reload)),
    ];
  });
}

function validateOverlap(names: readonly string[], path: FieldPath): readonly FieldError[] {
  const parsed = names.map(parseGroupResource);
  const pairs = parsed.flatMap((one, i) => parsed.flatMap((other, j) => (i === j ? [] : [[one, other] as const])));
  const same = pairs.filter(([a, b]) => a.group === b.group && a.resource === b.resource);
  // the first pair that is the same is only counted as such
  const others = pairs.filter((pair) => pair !== same[0]);
  const errors =
    same.length > 0 ? [invalid(path, [...names], "the same resource cannot be specified multiple times")] : [];
  if (!others.some(([a, b]) => overlap(a, b))) return errors;
  const detail =
    "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
  return [...errors, invalid(path, [...names], detail)];
}

const overlap = (a: GroupResource, b: GroupResource): boolean =>
  (a.group === "*" && a.resource === "*") || (a.group === b.group && (a.resource === "*" || b.resource === "*"));

const withoutPaths = new Set(["apiserveripinfo", "serviceipallocations", "servicenodeportallocations"]);

function validateName(name: string, path: FieldPath): readonly FieldError[] {
  const problem = nameProblem(name);
  return problem === undefined ? [] : [invalid(path, name, problem)];
}

function nameProblem(name: string): string | undefined {
  const { group, resource } = parseGroupResource(name);
  if (name.toLowerCase() !== name) return "resource name should not contain capital letters";
  if (name === "*") return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (withoutPaths.has(name)) return "resources which do not have REST API/s cannot be encrypted";
  if (group === "events.k8s.io")
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  if (group === "extensions") return "'extensions' group has been removed and cannot be used for encryption";
  if (group === "*" && resource !== "*") return "encrypting the same resource across groups is not supported";
  return undefined;
}

function validateProvider(
  provider: WrittenProvider,
  path: FieldPath,
  kmsNames: Set<string>,
  reload: boolean,
): readonly FieldError[] {
  const errors = validateSingle(provider, path);
  const { kms, aesgcm, aescbc, secretbox } = provider;
  if (kms !== undefined) {
    errors.push(...validateKms(kms, path.child("kms"), kmsNames, reload));
    kmsNames.add(kms.name ?? "");
  } else if (aesgcm !== undefined) errors.push(...validateKeys(aesgcm, path.child("aesgcm", "keys"), aesKeySizes));
  else if (aescbc !== undefined) errors.push(...validateKeys(aescbc, path.child("aescbc", "keys"), aesKeySizes));
  else if (secretbox !== undefined)
    errors.push(...validateKeys(secretbox, path.child("secretbox", "keys"), secretboxKeySizes));
  return errors;
}

function validateSingle(provider: WrittenProvider, path: FieldPath): FieldError[] {
  const { kms, aesgcm, aescbc, secretbox, identity } = provider;
  const found = [kms, aesgcm, aescbc, secretbox, identity].filter((one) => one !== undefined).length;
  if (found === 1) return [];
  const detail =
    found === 0
      ? "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity"
      : "more than one provider specified in a single element, should split into different list elements";
  return [invalid(path, new PrintedValue(() => printedProvider(provider)), detail)];
}

/** Prints a provider as Go does, but for the secrets. */
const printedProvider = ({ aesgcm, aescbc, secretbox, identity, kms }: WrittenProvider): string =>
  JSON.stringify({
    AESGCM: printedKeys(aesgcm),
    AESCBC: printedKeys(aescbc),
    Secretbox: printedKeys(secretbox),
    Identity: identity === undefined ? null : {},
    KMS: kms === undefined ? null : printedKms(kms),
  });

const printedKeys = (written: WrittenKeys | undefined): unknown =>
  written === undefined
    ? null
    : { Keys: written.keys?.map(({ name = "" }) => ({ Name: name, Secret: "REDACTED" })) ?? null };

const printedKms = (kms: WrittenKms): unknown => ({
  APIVersion: kms.apiVersion ?? "v1",
  Name: kms.name ?? "",
  CacheSize: cacheSizeOf(kms) ?? null,
  Endpoint: kms.endpoint ?? "",
  Timeout: kms.timeout ?? "3s",
});

function validateKeys({ keys = [] }: WrittenKeys, path: FieldPath, sizes: readonly number[]): readonly FieldError[] {
  if (keys.length === 0) return [atLeastOne(path, "keys")];
  return keys.flatMap((key, i) => validateKey(key, path.index(i), sizes));
}

const mandatory = (name: string, of: string): string => `${name} is a mandatory field for a ${of}`;

function validateKey({ name = "", secret = "" }: WrittenKey, path: FieldPath, sizes: readonly number[]): FieldError[] {
  const errors = name === "" ? [required(path.child("name"), mandatory("name", "key"))] : [];
  const at = path.child("secret");
  if (secret === "") return [...errors, required(at, mandatory("secret", "key"))];
  const decoded = canonicalBase64(secret);
  if (typeof decoded !== "string") return [...errors, invalid(at, "REDACTED", "secrets must be base64 encoded")];
  const { length } = bytesOfBase64(decoded);
  if (sizes.includes(length)) return errors;
  const detail = `secret is not of the expected length, got ${length}, expected one of [${sizes.join(" ")}]`;
  return [...errors, invalid(at, "REDACTED", detail)];
}

function validateKms(kms: WrittenKms, path: FieldPath, names: ReadonlySet<string>, reload: boolean): FieldError[] {
  const { apiVersion = "v1", name = "", timeout = "3s" } = kms;
  const [named, cached] = [path.child("name"), path.child("cachesize")];
  const isFirst = apiVersion === "v1";
  const cacheSize = cacheSizeOf(kms);
  const errors: FieldError[] = [];
  if (name === "") errors.push(required(named, mandatory("name", "provider")));
  if (!isFirst && name.includes(":"))
    errors.push(invalid(named, name, `invalid KMS provider name ${name}, must not contain ':'`));
  if ((reload || !isFirst) && names.has(name))
    errors.push(invalid(named, name, `duplicate KMS provider name ${name}, names must be unique`));
  if (parseDuration(timeout) <= 0n)
    errors.push(invalid(path.child("timeout"), timeout, "timeout should be a positive value"));
  errors.push(...validateEndpoint(kms.endpoint ?? "", path.child("endpoint")));
  if (!isFirst && cacheSize !== undefined) errors.push(invalid(cached, cacheSize, "cachesize is not supported in v2"));
  if (isFirst && cacheSize === 0)
    errors.push(invalid(cached, cacheSize, "cachesize should be a positive value, or negative to disable"));
  if (!isFirst && apiVersion !== "v2") {
    const detail = "unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported";
    errors.push(invalid(path.child("apiVersion"), apiVersion, detail));
  }
  return errors;
}

const defaultCacheSize = 1000;

const cacheSizeOf = ({ apiVersion = "v1", cachesize }: WrittenKms): number | undefined =>
  cachesize ?? (apiVersion === "v1" ? defaultCacheSize : undefined);

function validateEndpoint(endpoint: string, path: FieldPath): readonly FieldError[] {
  if (endpoint === "") return [invalid(path, "", mandatory("endpoint", "kms"))];
  try {
    const { scheme } = parseUrl(endpoint);
    if (scheme === "unix") return [];
    return [invalid(path, endpoint, `unsupported scheme ${quoteGo(scheme)} for KMS provider, only unix is supported`)];
  } catch (error) {
    const reason = messageOf(error);
    return [invalid(path, endpoint, `invalid endpoint for kms provider, error: ${reason}`)];
  }
}
