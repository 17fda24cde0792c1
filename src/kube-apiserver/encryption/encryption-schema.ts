import { documentSchema, field, list, object, scalar, text } from "../../apiserver/schema/document-schema.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import type { SettingsKinds } from "../../apiserver/codec/settings-document.ts";
import { kindsBesides } from "../configuration/decode-strictly.ts";

/** A key of a provider. */
export interface WrittenKey {
  readonly name?: string;
  readonly secret?: string;
}

/** The keys of a provider. */
export interface WrittenKeys {
  readonly keys?: readonly WrittenKey[];
}

/** A plugin for keys (KMSConfiguration). */
export interface WrittenKms {
  readonly apiVersion?: string;
  readonly name?: string;
  readonly cachesize?: number;
  readonly endpoint?: string;
  readonly timeout?: string;
}

/** A provider as it is written: one of these members is there if it is valid. */
export interface WrittenProvider {
  readonly aesgcm?: WrittenKeys;
  readonly aescbc?: WrittenKeys;
  readonly secretbox?: WrittenKeys;
  readonly identity?: object;
  readonly kms?: WrittenKms;
}

/** The providers of some resources (ResourceConfiguration). */
export interface WrittenResources {
  readonly resources?: readonly string[];
  readonly providers?: readonly WrittenProvider[];
}

/** A configuration as it is written (EncryptionConfiguration). */
export interface WrittenEncryption {
  readonly resources?: readonly WrittenResources[];
}

const key = object("v1.Key", [field("name", text), field("secret", text)]);
const keys = (goType: string): ObjectSchema => object(goType, [field("keys", list(key))]);

const kms = object("v1.KMSConfiguration", [
  field("apiVersion", text),
  field("name", text),
  field("cachesize", scalar("int32", "int32"), true),
  field("endpoint", text),
  field("timeout", scalar("duration", "v1.Duration"), true),
]);

const provider = object("v1.ProviderConfiguration", [
  field("aesgcm", keys("v1.AESConfiguration"), true),
  field("aescbc", keys("v1.AESConfiguration"), true),
  field("secretbox", keys("v1.SecretboxConfiguration"), true),
  field("identity", object("v1.IdentityConfiguration", []), true),
  field("kms", kms, true),
]);

const resources = object("v1.ResourceConfiguration", [
  field("resources", list(text)),
  field("providers", list(provider)),
]);

const configuration = documentSchema("v1.EncryptionConfiguration", [field("resources", list(resources))]);

/** The kinds that configure encryption: that of apiserver.config.k8s.io/v1, and its first form. */
export const encryptionKinds: SettingsKinds = {
  "apiserver.config.k8s.io/v1/EncryptionConfiguration": configuration,
  "v1/EncryptionConfig": configuration,
};

/** The other kinds of that group, which are no configuration of encryption. */
export const otherKinds: SettingsKinds = kindsBesides(
  ["AdmissionConfiguration", "AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"],
  ["v1"],
);
