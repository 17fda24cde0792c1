import { countErrors, fieldPath, invalid, tooLong, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { utf8Length } from "../strategies/byte-size.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { pemBlocks, type PemBlock } from "../../apimachinery/pem.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { immutableText } from "../validation/checks.ts";
import { collectErrors, fieldsOf, textAt, type Fields } from "../validation/fields.ts";
import { bundleNameErrors, signerName } from "../validation/signer-name.ts";
import { parseCertificate } from "./x509/certificate.ts";

const specPath = fieldPath("spec");
const maxBundleSize = 1024 * 1024;
const omitted = "<value omitted>";

function validateNames({ metadata, ...object }: KubeObject): readonly FieldError[] {
  const signer = stringAt(recordAt(object, "spec"), "signerName");
  return (["generateName", "name"] as const).flatMap((member) => {
    const { [member]: name = "" } = metadata;
    if (name === "") return [];
    return bundleNameErrors(name, signer, member === "generateName").map((message) =>
      invalid(fieldPath("metadata", member), name, message),
    );
  });
}

/** Returns what is wrong with an entry, which must be the certificate of an authority. */
function entryProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== "CERTIFICATE") return `has bad block type: ${type}`;
  if (hasHeaders) return "has PEM block headers";
  const parsed = parseCertificate(bytes);
  if ("problem" in parsed || parsed.end !== bytes.length) return "does not parse as X.509";
  return parsed.certificate.isAuthority ? undefined : "does not have the CA bit set";
}

/** Validates the certificates: at least one, each once (validateTrustBundle). */
function validateBundle(spec: Fields): void {
  const text = textAt(spec, "trustBundle");
  const path = spec.path.child("trustBundle");
  if (utf8Length(text) > maxBundleSize) {
    addError(spec.errors, tooLong(path, maxBundleSize));
    return;
  }
  const before = countErrors(spec.errors);
  const add = (detail: string): void => {
    addError(spec.errors, invalid(path, omitted, detail));
  };
  const places = new Map<string, number[]>();
  let entry = 0;
  for (const block of pemBlocks(text)) {
    const problem = entryProblem(block);
    if (problem !== undefined) add(`entry ${entry} ${problem}`);
    const anchor = block.bytes.join();
    places.set(anchor, [...(places.get(anchor) ?? []), entry++]);
  }
  if (countErrors(spec.errors) > before) return;
  if (places.size === 0) add("at least one trust anchor must be provided");
  for (const indices of places.values())
    if (indices.length > 1) add(`duplicate trust anchor (indices [${indices.join(" ")}])`);
}

/** Validates a ClusterTrustBundle; an update that keeps the certificates does not read them again. */
function validateClusterTrustBundle(object: KubeObject, old?: KubeObject): readonly FieldError[] {
  const before = old === undefined ? undefined : fieldsOf(recordAt(old, "spec"), specPath, []);
  return [
    ...validateNames(object),
    ...collectErrors(recordAt(object, "spec"), specPath, (spec) => {
      if (textAt(spec, "signerName") !== "") signerName(spec, "signerName");
      if (before === undefined || textAt(before, "trustBundle") !== textAt(spec, "trustBundle")) validateBundle(spec);
      if (before !== undefined) immutableText(spec, before, "signerName");
    }),
  ];
}

/** Strategy of ClusterTrustBundles: a PUT requires a resourceVersion. */
export const clusterTrustBundleStrategy: Strategy = objectStrategy({
  validatesMetadata: true,
  validateName: () => [], // which the spec decides
  allowUnconditionalUpdate: false,
  validate: (object) => validateClusterTrustBundle(object),
  validateUpdate: (object, old) => validateClusterTrustBundle(object, old),
});
