import {
  invalid,
  tooLong,
  withOrigin,
  type FieldError,
  type FieldPath,
  addError,
} from "../../apimachinery/field-error.ts";
import { byteLength, quoteGo } from "../../apimachinery/go-strings.ts";
import {
  isCIdentifier,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  regexError,
  type Validator,
} from "../../apimachinery/validation/names.ts";
import { concreteType, isString, typeName, type GoType } from "../go/go-type.ts";
import { rootTypeText, type TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import type { Check } from "../generator/validations.ts";
import { badValueOf } from "../validate/json-value.ts";

/** Returns the errors of a text; `type` is the one of the value, whose own texts are quoted by it. */
type Format = (path: FieldPath, type: GoType, text: string) => readonly FieldError[];

/** v1.35 counts what v1.34 calls characters by their name: bytes. */
const inBytes = (message: string): string => message.replace(/(must be no more than \d+) characters$/, "$1 bytes");

const caselessSubdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const caselessPattern = new RegExp(`^(?:${caselessSubdomain})$`, "iu");
const caselessError = regexError(
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  caselessSubdomain,
  "Example.com",
);

const isCaselessSubdomain: Validator = (value) => [
  ...(byteLength(value) > 253 ? ["must be no more than 253 bytes"] : []),
  ...(caselessPattern.test(value) ? [] : [caselessError]),
];

const isLabelKey: Validator = (value) =>
  isQualifiedName(value).map((message) => message.replace(/^a qualified name /, "a valid label key "));

const byMessages =
  (validate: Validator): Format =>
  (path, type, text) =>
    validate(text).map((message) => invalid(path, badValueOf(type, text), inBytes(message)));

const uuidError = "must be a lowercase UUID in 8-4-4-4-12 format";
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const longNameErrors = (path: FieldPath, text: string, prefix: string): readonly FieldError[] =>
  isDns1123Subdomain(text).map((message) => invalid(path, text, prefix + inBytes(message)));

const resourcePoolName: Format = (path, _, text) => [
  ...(byteLength(text) > 253 ? [tooLong(path, 253)] : []),
  ...text
    .split("/")
    .flatMap((segment, index) =>
      segment === ""
        ? [invalid(path, text, `segment ${index}: must not be empty`)]
        : longNameErrors(path, segment, `segment ${index}: `),
    ),
];

const requestsPrefix = "requests.";

function extendedResourceName(path: FieldPath, _: GoType, text: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!text.includes("/"))
    addError(errors, invalid(path, text, "a name must be a domain-prefixed path, such as 'example.com/my-prop'"));
  else if (text.includes("kubernetes.io/"))
    addError(errors, invalid(path, text, `must not have ${quoteGo("kubernetes.io/")} domain`));
  if (text.startsWith(requestsPrefix))
    addError(errors, invalid(path, text, `must not have ${quoteGo(requestsPrefix)} prefix`));
  for (const message of isLabelKey(requestsPrefix + text)) addError(errors, invalid(path, text, inBytes(message)));
  return errors;
}

const identifierErrors = (path: FieldPath, text: string): readonly FieldError[] => [
  ...(byteLength(text) > 32 ? [tooLong(path, 32)] : []),
  ...isCIdentifier(text).map((message) => invalid(path, text, message)),
];

function prefixErrors(path: FieldPath, prefix: string): readonly FieldError[] {
  if (prefix === "") return [invalid(path, "", "prefix must not be empty")];
  return [...(byteLength(prefix) > 63 ? [tooLong(path, 63)] : []), ...longNameErrors(path, prefix, "prefix: ")];
}

function fullyQualifiedName(path: FieldPath, _: GoType, text: string): readonly FieldError[] {
  const [first = "", second, ...more] = text.split("/");
  if (second === undefined)
    return [
      ...identifierErrors(path, first),
      invalid(path, text, "a fully qualified name must be a domain and a name separated by a slash"),
    ];
  if (more.length > 0) return [];
  const name = second === "" ? [invalid(path, "", "name must not be empty")] : identifierErrors(path, second);
  return [...prefixErrors(path, first), ...name];
}

/** The formats of v1.35 by name (apimachinery api/validate/strfmt.go). */
const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["k8s-extended-resource-name", extendedResourceName],
  ["k8s-label-key", byMessages(isLabelKey)],
  ["k8s-label-value", byMessages(isValidLabelValue)],
  ["k8s-long-name", byMessages(isDns1123Subdomain)],
  ["k8s-long-name-caseless", byMessages(isCaselessSubdomain)],
  ["k8s-resource-fully-qualified-name", fullyQualifiedName],
  ["k8s-resource-pool-name", resourcePoolName],
  ["k8s-short-name", byMessages(isDns1123Label)],
  ["k8s-uuid", (path, _, text) => (uuidPattern.test(text) ? [] : [invalid(path, text, uuidError)])],
]);

/** The names of formats, for completion. */
export const formatNames: readonly string[] = [...formats.keys()];

/** The tag for the format of a text (validation-gen v1.35 validators/format.go). */
export const formatRule: TagRule = {
  name: "k8s:format",
  since: "1.35",
  scopes: ["type definitions", "struct fields", "list values", "map keys", "map values"],
  payload: "string",
  payloadRequired: true,
  description: "A text must have the named format.",
  validations(context, { tag }) {
    const type = concreteType(context.type);
    if (!isString(type)) {
      const text = rootTypeText(typeName(context.type), typeName(type), type === context.type);
      throw new TagError(`can only be used on string types (${text})`);
    }
    const format = formats.get(tag.value);
    if (format === undefined) throw new TagError(`unsupported validation format ${quoteGo(tag.value)}`);
    const run: Check["run"] = (_, path, of, value) =>
      typeof value === "string" ? format(path, of, value).map((error) => withOrigin(error, `format=${tag.value}`)) : [];
    return { checks: [{ run }] };
  },
};
