import { decodeJsonReporting } from "../../../apimachinery/json/decode.ts";
import { TypeMismatchError, typeName } from "../../../apimachinery/json/type-name.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { bytesOfBase64Url } from "../../../apimachinery/base64.ts";

/** Says why a value is not of the type that a claim has; undefined if it is. */
type Check = (value: JsonValue) => string | undefined;

const textClaim: Check = (value) =>
  typeof value === "string" ? undefined : new TypeMismatchError(value, "string").message;
const timeClaim: Check = (value) =>
  typeName(value) === "number" ? undefined : "go-jose/go-jose/jwt: expected number value to unmarshal NumericDate";
const audienceClaim: Check = (value) =>
  typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"))
    ? undefined
    : "go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience";

/** Checks the members of an object of a type of Go; those that are null or unknown are not looked at. */
const objectClaim =
  (goType: string, members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) ? membersProblem(value, members) : new TypeMismatchError(value, goType).message;

function membersProblem(object: JsonObject, members: Readonly<Record<string, Check>>): string | undefined {
  for (const [name, value] of Object.entries(object)) {
    const check = Object.hasOwn(members, name) ? members[name] : undefined;
    const problem = value === null ? undefined : check?.(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const reference = objectClaim("serviceaccount.ref", { name: textClaim, uid: textClaim });

/** The claims that the server reads: those that every token has, then those of Kubernetes. */
const claims: readonly Readonly<Record<string, Check>>[] = [
  {
    iss: textClaim,
    sub: textClaim,
    aud: audienceClaim,
    exp: timeClaim,
    nbf: timeClaim,
    iat: timeClaim,
    jti: textClaim,
  },
  {
    "kubernetes.io": objectClaim("serviceaccount.kubernetes", {
      namespace: textClaim,
      serviceaccount: reference,
      pod: reference,
      secret: reference,
      node: reference,
      warnafter: timeClaim,
    }),
  },
];

/**
 * Says why the claims of a token whose signature is valid cannot be read, in the words of go-jose, which refuses
 * repeated members; undefined if they can.
 */
export function claimsProblem(token: string): string | undefined {
  const payload = new TextDecoder().decode(bytesOfBase64Url(token.split(".")[1] ?? ""));
  const { value, duplicates } = decodeJsonReporting(payload);
  const [repeated] = duplicates;
  if (repeated !== undefined) return `json: duplicate key '${repeated.replace(/^.*\./, "")}' in object`;
  if (!isObject(value)) return undefined;
  for (const members of claims) {
    const problem = membersProblem(value, members);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
