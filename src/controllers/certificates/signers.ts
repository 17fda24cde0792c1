import {
  attributeIds,
  type CertificateRequest,
  type NameKind,
} from "../../apis/certificates/x509/certificate-request.ts";
import type { SigningRequest } from "./signing-request.ts";

export const kubeletClientSigner = "kubernetes.io/kube-apiserver-client-kubelet";

const nameProblems = {
  dns: "DNS subjectAltNames are not allowed",
  email: "Email subjectAltNames are not allowed",
  ip: "IP subjectAltNames are not allowed",
  uri: "URI subjectAltNames are not allowed",
} as const;

type Check = (request: CertificateRequest, usages: ReadonlySet<string>) => string | undefined;

const isExactly = (usages: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  usages.size === wanted.length && wanted.every((usage) => usages.has(usage));

/** The usages of kubelets: with RSA keys for the encipherment of keys too. */
function usageProblem(usages: ReadonlySet<string>, auth: string): string | undefined {
  const all = ["digital signature", "key encipherment", auth];
  if (isExactly(usages, all) || isExactly(usages, ["digital signature", auth])) return undefined;
  return `usages did not match [${all.sort().join(" ")}]`;
}

const isOfNodes = ({ attributes }: CertificateRequest): boolean => {
  const organizations = attributes.get(attributeIds.organization);
  return organizations?.length === 1 && organizations[0] === "system:nodes";
};

/** Returns the common name of the subject of a request. */
export const commonNameOf = ({ attributes }: CertificateRequest): string =>
  attributes.get(attributeIds.commonName)?.at(-1) ?? "";

const hasName = ({ names }: CertificateRequest, kind: NameKind): boolean => names.some((name) => name.kind === kind);

const subjectProblem = (request: CertificateRequest): string | undefined =>
  commonNameOf(request).startsWith("system:node:") ? undefined : "subject common name does not begin with system:node:";

/** Returns why a kubelet's client certificate is not signed (certificates.ValidateKubeletClientCSR). */
export const kubeletClientProblem: Check = (request, usages) => {
  if (!isOfNodes(request)) return "subject organization is not system:nodes";
  const refused = (["dns", "email", "ip", "uri"] as const).find((kind) => hasName(request, kind));
  if (refused !== undefined) return nameProblems[refused];
  return subjectProblem(request) ?? usageProblem(usages, "client auth");
};

/** certificates.ValidateKubeletServingCSR. */
const kubeletServingProblem: Check = (request, usages) => {
  if (!isOfNodes(request)) return "subject organization is not system:nodes";
  if (!hasName(request, "dns") && !hasName(request, "ip")) return "DNS or IP subjectAltName is required";
  const refused = (["email", "uri"] as const).find((kind) => hasName(request, kind));
  if (refused !== undefined) return nameProblems[refused];
  return usageProblem(usages, "server auth") ?? subjectProblem(request);
};

/** signer.validAPIServerClientUsages. */
const clientProblem: Check = (_request, usages) => {
  for (const usage of usages)
    if (usage !== "client auth" && usage !== "digital signature" && usage !== "key encipherment")
      return `invalid usage for client certificate: ${usage}`;
  return usages.has("client auth") ? undefined : "missing required usage for client certificate: client auth";
};

/** What is checked before a signer signs, by its name; requests of other signers are left alone. */
const checks: ReadonlyMap<string, Check> = new Map([
  [kubeletClientSigner, kubeletClientProblem],
  ["kubernetes.io/kubelet-serving", kubeletServingProblem],
  ["kubernetes.io/kube-apiserver-client", clientProblem],
  ["kubernetes.io/legacy-unknown", () => undefined],
]);

/** Whether a request is for a signer of this controller. */
export const isKnownSigner = ({ spec }: SigningRequest): boolean => checks.has(spec?.signerName ?? "");

/** Returns why a request is not signed; undefined if it may be. */
export const signingProblem = ({ spec }: SigningRequest, request: CertificateRequest): string | undefined =>
  checks.get(spec?.signerName ?? "")?.(request, new Set(spec?.usages));

// oxfmt-ignore
const keyUsages: readonly (readonly [usage: string, bit: number])[] = [
  ["signing", 0], ["digital signature", 0], ["content commitment", 1], ["key encipherment", 2], ["data encipherment", 3],
  ["key agreement", 4], ["cert sign", 5], ["crl sign", 6], ["encipher only", 7], ["decipher only", 8],
];

// oxfmt-ignore
const extendedUsages: ReadonlyMap<string, string> = new Map([
  ["any", "2.5.29.37.0"], ["server auth", "1.3.6.1.5.5.7.3.1"], ["client auth", "1.3.6.1.5.5.7.3.2"], ["code signing", "1.3.6.1.5.5.7.3.3"],
  ["email protection", "1.3.6.1.5.5.7.3.4"], ["s/mime", "1.3.6.1.5.5.7.3.4"], ["ipsec end system", "1.3.6.1.5.5.7.3.5"],
  ["ipsec tunnel", "1.3.6.1.5.5.7.3.6"], ["ipsec user", "1.3.6.1.5.5.7.3.7"], ["timestamping", "1.3.6.1.5.5.7.3.8"],
  ["ocsp signing", "1.3.6.1.5.5.7.3.9"], ["microsoft sgc", "1.3.6.1.4.1.311.10.3.3"], ["netscape sgc", "2.16.840.1.113730.4.1"],
]);

/** Returns the bits of the extension keyUsage, and the identifiers of extKeyUsage (authority.keyUsagesFromStrings). */
export function usagesOf(usages: readonly string[]): { readonly bits: number; readonly extended: readonly string[] } {
  const bits = keyUsages.reduce((sum, [usage, bit]) => (usages.includes(usage) ? sum | (0x8000 >> bit) : sum), 0);
  const extended = usages.flatMap((usage) => extendedUsages.get(usage) ?? []);
  return { bits, extended: [...new Set(extended)].sort() };
}
