import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  notSupportedString,
  omittedValue,
  tooLong,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import { isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { defaulter } from "../defaulting.ts";
import { goMembers, goStruct } from "../go-print.ts";
import { recordAt, stringAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { conforms, requireSet } from "../validation/checks.ts";
import { conditions } from "../validation/conditions.ts";
import { asRecord, collectErrors, integerAt, itemsAt, quotedValue, textAt, type Fields } from "../validation/fields.ts";
import { isKubernetesSignerName, signerName } from "../validation/signer-name.ts";
import { isAuthorizedForSigner } from "./signer-authorization.ts";
import { validateIssuedChain } from "./issued-chain.ts";
import { loadedKeys, loadKeys } from "./late-keys.ts";
import { parsePublicKey } from "./x509/public-key.ts";

const [specPath, statusPath] = [fieldPath("spec"), fieldPath("status")];
const longestUid = 128;
const hour = 3600;
const maxKeySize = 10 * 1024;
const maxProofSize = 10 * 1024;

/** certificates/v1alpha1 SetDefaults_PodCertificateRequestSpec. */
export const defaultPodCertificateRequest = defaulter({
  inside: { spec: { setPointers: { maxExpirationSeconds: 24 * hour } } },
});

/** An identifier must be there and not be too long; it is quoted as it is. */
function uid(spec: Fields, member: string): void {
  const value = textAt(spec, member);
  if (value === "") addError(spec.errors, invalid(spec.path.child(member), value, "must not be empty"));
  if (value.length > longestUid) addError(spec.errors, tooLong(spec.path.child(member), longestUid));
}

/** The requester must have the private key: it signs the UID of the pod. */
function validateKey(spec: Fields): void {
  const der = bytesOfBase64(textAt(spec, "pkixPublicKey"));
  const proof = bytesOfBase64(textAt(spec, "proofOfPossession"));
  const [keyPath, proofPath] = [spec.path.child("pkixPublicKey"), spec.path.child("proofOfPossession")];
  if (der.length > maxKeySize) return void addError(spec.errors, tooLong(keyPath, maxKeySize));
  if (proof.length > maxProofSize) return void addError(spec.errors, tooLong(proofPath, maxProofSize));
  const key = parsePublicKey(der);
  if (key === undefined)
    return void addError(
      spec.errors,
      invalid(keyPath, quotedValue(spec.record["pkixPublicKey"]), "must be a valid PKIX-serialized public key"),
    );
  const { podKeyProblem, isProofOfPossession } = loadedKeys();
  const problem = podKeyProblem(key);
  if (problem !== undefined) return void addError(spec.errors, invalid(keyPath, ...problem));
  if (!isProofOfPossession(key, textAt(spec, "podUID"), proof))
    addError(spec.errors, invalid(proofPath, omittedValue, "could not verify proof-of-possession signature"));
}

/** Validates a new PodCertificateRequest (ValidatePodCertificateRequestCreate). */
function validateSpec(spec: Fields): void {
  signerName(spec, "signerName");
  for (const [name, id] of [
    ["podName", "podUID"],
    ["serviceAccountName", "serviceAccountUID"],
    ["nodeName", "nodeUID"],
  ] as const) {
    conforms(spec, name, isDns1123Subdomain);
    uid(spec, id);
  }
  if (!requireSet(spec, "maxExpirationSeconds", "must be set")) return;
  const seconds = integerAt(spec, "maxExpirationSeconds") ?? 0;
  const most = isKubernetesSignerName(textAt(spec, "signerName")) ? 24 * hour : 91 * 24 * hour;
  if (seconds < hour || seconds > most)
    addError(
      spec.errors,
      invalid(spec.path.child("maxExpirationSeconds"), seconds, `must be in the range [${hour}, ${most}]`),
    );
  validateKey(spec);
}

const outcomes = ["Issued", "Denied", "Failed"];

const hasOutcome = (object: KubeObject, ...types: readonly string[]): boolean =>
  itemsAt(recordAt(object, "status"), "conditions").some((item) => {
    const condition = asRecord(item);
    return types.includes(stringAt(condition, "type")) && condition["status"] === "True";
  });

/** A request has one outcome at most. Upstream makes the paths of these errors by hand. */
function validateOutcomes(status: Fields): void {
  let known = 0;
  for (const [i, item] of itemsAt(status.record, "conditions").entries()) {
    const path = status.path.child("conditions", `[${i}]`);
    const [type, value] = [stringAt(asRecord(item), "type"), stringAt(asRecord(item), "status")];
    if (!outcomes.includes(type)) {
      addError(status.errors, notSupportedString(path.child("type"), type, outcomes));
      continue;
    }
    known++;
    if (known > 1) {
      const message = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
      addError(status.errors, invalid(path.child("type"), type, message));
    }
    if (value !== "True") addError(status.errors, notSupported(path.child("status"), value, ["True"]));
  }
  conditions(status, "conditions");
}

const unlike = (detail: string): readonly FieldError[] => [invalid(statusPath, omittedValue, detail)];

/** Validates how a request is decided (ValidatePodCertificateRequestStatusUpdate). */
function validateStatus(object: KubeObject, old: KubeObject, now: string): readonly FieldError[] {
  const status = recordAt(object, "status");
  const errors = collectErrors(status, statusPath, validateOutcomes);
  if (errors.length > 0) return errors;
  const isSame = semanticEqual(object["status"], old["status"]);
  if (hasOutcome(old, ...outcomes))
    return isSame ? [] : unlike("immutable after PodCertificateRequest is issued, denied, or failed");
  if (hasOutcome(object, "Denied", "Failed"))
    return semanticEqual(status, { conditions: status["conditions"] })
      ? []
      : unlike("non-condition status fields must be empty when denying or failing the PodCertificateRequest");
  if (hasOutcome(object, "Issued")) return validateIssuedChain(object, old, now);
  return isSame ? [] : unlike('status is immutable unless transitioning to "Issued", "Denied", or "Failed"');
}

/** How Go prints the spec. */
const specMembers = goMembers(
  "SignerName:s PodName:s PodUID:s ServiceAccountName:s ServiceAccountUID:s NodeName:s NodeUID:s " +
    "MaxExpirationSeconds PKIXPublicKey=pkixPublicKey ProofOfPossession",
);

/** Strategy of PodCertificateRequests, whose spec is fixed. */
export const podCertificateRequestStrategy: Strategy = objectStrategy({
  status: {},
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
  loading: loadKeys,
  validate: (object) => collectErrors(recordAt(object, "spec"), specPath, validateSpec),
  validateUpdate: (object, old) =>
    semanticEqual(object["spec"], old["spec"])
      ? []
      : [invalid(specPath, goStruct(recordAt(object, "spec"), specMembers), fieldImmutableMessage)],
});

/** Only those decide who may sign for the signer; whoever changes nothing may do so. */
async function authorizeSigner(
  object: KubeObject,
  old: KubeObject,
  { user, authorizer }: StrategyContext,
): Promise<readonly FieldError[]> {
  if (authorizer === undefined || semanticEqual(object["status"], old["status"])) return [];
  const signer = stringAt(recordAt(old, "spec"), "signerName");
  if (await isAuthorizedForSigner(authorizer, user, "sign", signer)) return [];
  const message = `User ${quoteGo(user.name)} is not permitted to "sign" for signer ${quoteGo(signer)}`;
  return [forbidden(specPath.child("signerName"), message)];
}

/** Strategy of `/status`, by which a signer answers. */
export const podCertificateRequestStatusStrategy: UpdateStrategy = {
  ...statusStrategy(podCertificateRequestStrategy, "kept"),
  resetFields: ["spec"],
  validateUpdate: (object, old, ctx) => validateStatus(object, old, ctx.now),
  authorizeWrite: (object, old, ctx) => (old === undefined ? [] : authorizeSigner(object, old, ctx)),
};
