import { firstPlaces, isBefore } from "../../apimachinery/first-places.ts";
import {
  coveredByDeclarative,
  duplicate,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  withOrigin,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { latin1OfBase64, pemBlocks } from "../../apimachinery/pem.ts";
import { keptObject } from "../../component-base/work.ts";
import { recordAt, stringAt } from "../record.ts";
import {
  addDuplicate,
  addInvalid,
  addRequired,
  asRecord,
  collectErrors,
  eachItem,
  eachText,
  integerAt,
  isZero,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { signerName } from "../validation/signer-name.ts";
import { loadedKeys } from "./late-keys.ts";
import { parseCertificate } from "./x509/certificate.ts";

const [specPath, statusPath] = [fieldPath("spec"), fieldPath("status")];

/** The usages of keys, sorted. */
const usages = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

const legacySigner = "kubernetes.io/legacy-unknown";
const leastSeconds = 600;

/** The write by which an object is validated; each may change something else. */
export type CertificateWrite = "create" | "update" | "status" | "approval";

/** Mistakes of the old object that its updates may keep (certificateValidationOptions). */
interface Kept {
  readonly bothDecisions: boolean;
  readonly legacySigner: boolean;
  readonly sameConditions: boolean;
  readonly untypedConditions: boolean;
  readonly unknownUsages: boolean;
  readonly sameUsages: boolean;
}

const usagesOf = (csr: KubeObject): readonly unknown[] => itemsAt(recordAt(csr, "spec"), "usages");
const conditionTypes = (csr: KubeObject): readonly string[] =>
  itemsAt(recordAt(csr, "status"), "conditions").map((condition) => stringAt(asRecord(condition), "type"));
const hasRepeated = (items: readonly unknown[]): boolean => new Set(items).size < items.length;
const isUsage = (usage: unknown): boolean => typeof usage === "string" && usages.includes(usage);

const nothingKept: Kept = {
  bothDecisions: false,
  legacySigner: false,
  sameConditions: false,
  untypedConditions: false,
  unknownUsages: false,
  sameUsages: false,
};

function keptOf(old: KubeObject): Kept {
  const types = conditionTypes(old);
  return {
    bothDecisions: types.includes("Approved") && types.includes("Denied"),
    legacySigner: stringAt(recordAt(old, "spec"), "signerName") === legacySigner,
    sameConditions: hasRepeated(types),
    untypedConditions: types.includes(""),
    unknownUsages: !usagesOf(old).every(isUsage),
    sameUsages: hasRepeated(usagesOf(old)),
  };
}

/** Validates what is asked for (validateCertificateSigningRequest). */
function validateSpec(spec: Fields, kept: Kept): void {
  const problem = loadedKeys().requestProblem(textAt(spec, "request"));
  if (problem !== undefined) addInvalid(spec, "request", problem);
  if (isZero(spec, "usages")) addRequired(spec, "usages");
  validateUsages(spec, kept);
  if (!kept.legacySigner && textAt(spec, "signerName") === legacySigner)
    addInvalid(spec, "signerName", "the legacy signerName is not allowed via this API version");
  else signerName(spec, "signerName");
  const seconds = integerAt(spec, "expirationSeconds");
  if (seconds !== undefined && seconds < leastSeconds)
    addInvalid(spec, "expirationSeconds", "may not specify a duration less than 600 seconds (10 minutes)");
}

function validateUsages(spec: Fields, kept: Kept): void {
  const { errors } = spec;
  if (!kept.unknownUsages)
    eachText(spec, "usages", (usage, path) => {
      if (!isUsage(usage)) addError(errors, notSupported(path(), usage, usages));
    });
  if (kept.sameUsages) return;
  const places = keptObject(() => firstPlaces(itemsAt(spec.record, "usages")));
  eachText(spec, "usages", (usage, path, i) => {
    if (isBefore(places, usage, i)) addError(errors, duplicate(path(), usage));
  });
}

/** The error is about the list, as that of declarative validation would be. */
const addExclusive = ({ path, errors }: Fields, type: string): void => {
  const error = invalid(path.child("conditions"), type, "Approved and Denied conditions are mutually exclusive");
  addError(errors, coveredByDeclarative(withOrigin(error, "zeroOrOneOf")));
};

const decided: ReadonlySet<string> = new Set(["Approved", "Denied", "Failed"]);

/** Validates the conditions (validateConditions). */
function validateConditions(status: Fields, kept: Kept): void {
  const seen = new Set<string>();
  eachItem(status, "conditions", (condition) => {
    const [type, value] = [textAt(condition, "type"), textAt(condition, "status")];
    if (type === "" && !kept.untypedConditions) addRequired(condition, "type");
    const values = decided.has(type) ? ["True"] : ["False", "True", "Unknown"];
    if (value === "") addRequired(condition, "status");
    else if (!values.includes(value))
      addError(condition.errors, notSupported(condition.path.child("status"), value, values));
    const other = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (other !== undefined && seen.has(other) && !kept.bothDecisions) addExclusive(status, type);
    if (seen.has(type) && !kept.sameConditions) addDuplicate(condition, "type");
    seen.add(type);
  });
}

/** Returns why bytes, as base64, are not certificates in PEM; undefined for none (validateCertificate). */
function certificateProblem(base64: string): string | undefined {
  if (base64 === "") return undefined;
  let blocks = 0;
  for (const { type, hasHeaders, bytes } of pemBlocks(latin1OfBase64(base64))) {
    if (type !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${quoteGo(type)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    blocks++;
    if (bytes.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
    for (let at = 0; at < bytes.length;) {
      const parsed = parseCertificate(bytes.subarray(at));
      if ("problem" in parsed) return parsed.problem;
      at += parsed.end;
    }
  }
  return blocks === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

const certificateOf = (csr: KubeObject): string => stringAt(recordAt(csr, "status"), "certificate");

/** What was decided is not taken back, and only /approval decides (validateCertificateSigningRequestUpdate). */
function validateDecisions(csr: KubeObject, old: KubeObject, write: CertificateWrite): readonly FieldError[] {
  const [types, before] = [conditionTypes(csr), conditionTypes(old)];
  const count = (list: readonly string[], type: string): number => list.filter((item) => item === type).length;
  const errors: FieldError[] = [];
  const refuse = (verb: string, type: string): void => {
    const message = `updates may not ${verb} a condition of type ${quoteGo(type)}`;
    addError(errors, forbidden(statusPath.child("conditions"), message));
  };
  for (const type of decided) if (count(types, type) < count(before, type)) refuse("remove", type);
  if (write !== "approval")
    for (const type of ["Approved", "Denied"]) if (count(types, type) > count(before, type)) refuse("add", type);
  return errors;
}

/** Only /status issues a certificate, and only once. */
function validateIssue(csr: KubeObject, old: KubeObject, write: CertificateWrite): readonly FieldError[] {
  const [certificate, before] = [certificateOf(csr), certificateOf(old)];
  if (certificate === before) return [];
  const path = statusPath.child("certificate");
  if (write !== "status") return [forbidden(path, "updates may not set certificate content")];
  return before === "" ? [] : [forbidden(path, "updates may not modify existing certificate content")];
}

/** Validates a CertificateSigningRequest and, where `old` is given, its update. */
export function validateCertificateSigningRequest(
  csr: KubeObject,
  write: CertificateWrite,
  old?: KubeObject,
): readonly FieldError[] {
  const kept = old === undefined ? nothingKept : keptOf(old);
  const errors = collectErrors(recordAt(csr, "spec"), specPath, (spec) => validateSpec(spec, kept));
  addErrors(
    errors,
    collectErrors(recordAt(csr, "status"), statusPath, (status) => validateConditions(status, kept)),
  );
  const certificate = certificateOf(csr);
  const isOld = old !== undefined && (certificateOf(old) === certificate || isArbitrary(old));
  const problem = isOld ? undefined : certificateProblem(certificate);
  if (problem !== undefined) addError(errors, invalid(statusPath.child("certificate"), "<certificate data>", problem));
  if (old === undefined) return errors;
  addErrors(errors, validateDecisions(csr, old, write));
  addErrors(errors, validateIssue(csr, old, write));
  return errors;
}

/** Reports whether an old object has something else than certificates. */
const isArbitrary = (old: KubeObject): boolean => certificateProblem(certificateOf(old)) !== undefined;
