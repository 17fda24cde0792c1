import { forbidden, invalid, required, addError } from "../../../apimachinery/field-error.ts";
import { goStruct } from "../../go-print.ts";
import { bundleNameErrors, isKubernetesSignerName, signerName } from "../../validation/signer-name.ts";
import { conforms, requireMember } from "../../validation/checks.ts";
import {
  addInvalid,
  addNotSupportedString,
  addRequired,
  eachItem,
  inside,
  integerAt,
  isSet,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { labelSelector } from "../../validation/selectors.ts";
import { validateFieldRef, validateResourceFieldRef } from "./env.ts";
import type { PodValidationOptions } from "./options.ts";
import { localNonReservedPath } from "./paths.ts";

const modeMessage = "must be a number between 0 and 0777 (octal), both inclusive";

/** A file mode must be within 0 and 0777. */
export function fileMode(fields: Fields, member: string): void {
  const mode = integerAt(fields, member);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) addInvalid(fields, member, modeMessage);
}

/** Validates which key of an object becomes which file (validateKeyToPath). */
export function validateKeyToPath(item: Fields): void {
  requireMember(item, "key");
  requireMember(item, "path");
  conforms(item, "path", localNonReservedPath);
  fileMode(item, "mode");
}

/** Fields of a pod that files of the downward API may hold. */
const fileFieldPaths = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** Validates a file of the downward API; its errors have the path of the source, as upstream's. */
export function validateDownwardFile(file: Fields): void {
  requireMember(file, "path");
  conforms(file, "path", localNonReservedPath);
  const [field, resource] = [inside(file, "fieldRef"), inside(file, "resourceFieldRef")];
  if (field !== undefined) {
    validateFieldRef(field, fileFieldPaths);
    if (resource !== undefined)
      addError(
        file.errors,
        invalid(file.path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously"),
      );
  } else if (resource === undefined)
    addError(file.errors, required(file.path, "one of fieldRef and resourceFieldRef is required"));
  else validateResourceFieldRef(resource, true);
  fileMode(file, "mode");
}

/** Checks the files of a source of the downward API, whose errors have the path of the source. */
export const eachDownwardFile = (source: Fields, check: (file: Fields) => void): void =>
  eachItem(source, "items", (item) => check({ ...item, path: source.path }));

/** The state of the validation of a projected volume. */
interface Projection {
  readonly volume: Fields;
  readonly options: PodValidationOptions;
  readonly paths: Set<string>;
}

/** Two sources must not make the same file; `shown` is the value that the error quotes. */
function claimPath({ volume, paths }: Projection, path: string, shown = path): void {
  if (paths.has(path)) addError(volume.errors, invalid(volume.path, shown, "conflicting duplicate paths"));
  else paths.add(path);
}

function keys(source: Fields, projection: Projection): void {
  requireMember(source, "name");
  eachItem(source, "items", (item) => {
    validateKeyToPath(item);
    if (textAt(item, "path") !== "") claimPath(projection, textAt(item, "path"), textAt(source, "name"));
  });
}

function downwardApi(source: Fields, projection: Projection): void {
  eachDownwardFile(source, (file) => {
    validateDownwardFile(file);
    if (textAt(file, "path") !== "") claimPath(projection, textAt(file, "path"));
  });
}

function serviceAccountToken(source: Fields, { volume, options }: Projection): void {
  const seconds = integerAt(source, "expirationSeconds") ?? 0;
  if (seconds < 600) addInvalid(source, "expirationSeconds", "may not specify a duration less than 10 minutes");
  if (seconds > 2 ** 32) addInvalid(source, "expirationSeconds", "may not specify a duration larger than 2^32 seconds");
  const path = textAt(source, "path");
  if (path === "") addRequired(volume, "path");
  else if (options.tolerated.nonLocalTokenPath !== true)
    for (const message of localNonReservedPath(path))
      addError(volume.errors, invalid(volume.path.child("path"), path, message));
}

/** Returns the errors of the name of a ClusterTrustBundle, which begins with that of its signer, if it has one. */
function nameErrors(name: string): readonly string[] {
  const signer = name.slice(0, Math.max(name.lastIndexOf(":"), 0)).replaceAll(":", "/");
  return bundleNameErrors(name, signer, false);
}

function clusterTrustBundle(source: Fields, projection: Projection): void {
  const [byName, bySigner] = [isSet(source, "name"), isSet(source, "signerName")];
  if (byName && bySigner) {
    const bundle = goStruct(source.record, [
      ["Name", "name", null],
      ["SignerName", "signerName", null],
      ["LabelSelector", "labelSelector", null],
      ["Path", "path", ""],
      ["Optional", "optional", null],
    ]);
    addError(source.errors, invalid(source.path, bundle, "only one of name and signerName may be used"));
  } else if (byName) {
    requireMember(source, "name", "must be a valid object name");
    for (const message of nameErrors(textAt(source, "name")))
      addInvalid(source, "name", `not a valid clustertrustbundlename: ${message}`);
    if (isSet(source, "labelSelector"))
      addInvalid(source, "labelSelector", "labelSelector must be unset if name is specified");
  } else if (bySigner) {
    requireMember(source, "signerName", "must be a valid signer name");
    signerName(source, "signerName");
    labelSelector(source, "labelSelector");
  } else addError(source.errors, required(source.path, "either name or signerName must be specified"));
  requireMember(source, "path");
  conforms(source, "path", localNonReservedPath);
  claimPath(projection, textAt(source, "path"));
}

const keyTypes = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];
const day = 24 * 60 * 60;

function podCertificate(source: Fields, projection: Projection): void {
  signerName(source, "signerName");
  if (!keyTypes.includes(textAt(source, "keyType"))) addNotSupportedString(source, "keyType", keyTypes);
  const seconds = integerAt(source, "maxExpirationSeconds");
  if (seconds !== undefined) {
    if (seconds < 3600) addInvalid(source, "maxExpirationSeconds", "if provided, maxExpirationSeconds must be >= 3600");
    const most = isKubernetesSignerName(textAt(source, "signerName")) ? day : 91 * day;
    if (seconds > most)
      addInvalid(source, "maxExpirationSeconds", `if provided, maxExpirationSeconds must be <= ${most}`);
  }
  let count = 0;
  for (const member of ["credentialBundlePath", "keyPath", "certificateChainPath"]) {
    const path = textAt(source, member);
    if (path === "") continue;
    count++;
    conforms(source, member, localNonReservedPath);
    claimPath(projection, path);
  }
  if (count === 0)
    addError(
      source.errors,
      required(source.path, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath"),
    );
}

const sourceChecks: readonly (readonly [string, (source: Fields, projection: Projection) => void])[] = [
  ["secret", keys],
  ["configMap", keys],
  ["downwardAPI", downwardApi],
  ["serviceAccountToken", serviceAccountToken],
  ["clusterTrustBundle", clusterTrustBundle],
  ["podCertificate", podCertificate],
];

/** Validates a projected volume (validateProjectedVolumeSource). */
export function validateProjected(volume: Fields, options: PodValidationOptions): void {
  fileMode(volume, "defaultMode");
  const projection: Projection = { volume, options, paths: new Set() };
  eachItem(volume, "sources", (item) => {
    let count = 0;
    for (const [member, check] of sourceChecks) {
      const source = inside(item, member);
      if (source === undefined) continue;
      count++;
      check(source, projection);
    }
    if (count > 1) addError(item.errors, forbidden(item.path, "may not specify more than 1 volume type per source"));
  });
}
