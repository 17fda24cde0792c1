import { invalid, tooLong, addError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import {
  isDns1123Label,
  isDns1123Subdomain,
  nameIsDnsSubdomain,
  type Validator,
} from "../../apimachinery/validation/names.ts";
import { addInvalid, textAt, type Fields } from "./fields.ts";
import { requireMember } from "./checks.ts";

const subdomainMaxLength = 253;
const pathMaxLength = 253 + 63 + 1;

/** Reports whether a signer is one of Kubernetes: `kubernetes.io/kubelet-serving`. */
export function isKubernetesSignerName(name: string): boolean {
  const [host = ""] = name.split("/");
  return host === "kubernetes.io" || host.endsWith(".kubernetes.io");
}

/** A bundle of a signer begins with its name, in which `:` stands for `/` (ValidateClusterTrustBundleName). */
export function bundleNameErrors(name: string, signer: string, isPrefix: boolean): readonly string[] {
  if (signer === "")
    return name.includes(":")
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : nameIsDnsSubdomain(name, isPrefix);
  const prefix = `${signer.replaceAll("/", ":")}:`;
  return name.startsWith(prefix)
    ? nameIsDnsSubdomain(name.slice(prefix.length), isPrefix)
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

/** Returns the errors of the first part that is not valid. */
function firstErrors(parts: readonly string[], isPart: Validator): readonly string[] {
  for (const part of parts) {
    const messages = isPart(part);
    if (messages.length > 0) return messages.map((message) => `validating label ${quoteGo(part)}: ${message}`);
  }
  return [];
}

/** A member must be the name of a signer: `example.com/signer-name` (ValidateSignerName). */
export function signerName(fields: Fields, member: string): void {
  if (!requireMember(fields, member)) return;
  const name = textAt(fields, member);
  const [host = "", path = "", ...more] = name.split("/");
  if (more.length > 0 || !name.includes("/"))
    return addInvalid(
      fields,
      member,
      "must be a fully qualified domain and path of the form 'example.com/signer-name'",
    );
  const at = fields.path.child(member);
  if (host.length > subdomainMaxLength) addError(fields.errors, tooLong(at, subdomainMaxLength));
  const labels = host.split(".");
  for (const message of firstErrors(labels, isDns1123Label)) addError(fields.errors, invalid(at, host, message));
  if (labels.length < 2)
    addError(fields.errors, invalid(at, host, "should be a domain with at least two segments separated by dots"));
  for (const message of firstErrors(path.split("."), isDns1123Subdomain))
    addError(fields.errors, invalid(at, path, message));
  const most = subdomainMaxLength + pathMaxLength + 1;
  if (name.length > most) addError(fields.errors, tooLong(at, most));
}
