import { byteLength } from "../go-strings.ts";

/** Character classes of ASCII as bits. */
const lower = 1;
const upper = 2;
const digit = 4;
const dash = 8;
const dot = 16;
const underscore = 32;

const classes = Uint8Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(char: string): number {
  if (char >= "a" && char <= "z") return lower;
  if (char >= "A" && char <= "Z") return upper;
  if (char >= "0" && char <= "9") return digit;
  if (char === "-") return dash;
  if (char === ".") return dot;
  return char === "_" ? underscore : 0;
}

/** Reports whether a text is non-empty and its first, inner and last characters are of the given classes. */
function consistsOf(text: string, first: number, inner: number, last: number): boolean {
  const end = text.length - 1;
  if (end < 0 || !isOf(text, 0, first) || !isOf(text, end, last)) return false;
  for (let i = 1; i < end; i++) if (!isOf(text, i, inner)) return false;
  return true;
}

/** Reports whether the character at `index` is of the given class. */
function isOf(text: string, index: number, set: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 && ((classes[code] ?? 0) & set) !== 0;
}

/** Returns the errors of a value; none if it is valid. */
export type Validator = (value: string) => readonly string[];

/** Validates a name, or with `prefix` the beginning of a generated one (validation.ValidateNameFunc). */
export type NameValidator = (name: string, prefix: boolean) => readonly string[];

const valid: readonly string[] = [];
const alphanumeric = lower | upper | digit;
const lowerOrDigit = lower | digit;
const keyCharacter = alphanumeric | dash | dot | underscore;

/** The maximum length of label values and of the name part of keys. */
export const labelMaxLength = 63;
const subdomainMaxLength = 253;

const maxLenError = (length: number): string => `must be no more than ${length} characters`;
export const inclusiveRangeError = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;
export const emptyError = "must be non-empty";

/** Returns a message with the rule, examples of valid values and the regular expression (validation.RegexError). */
export function regexError(message: string, format: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${format}')`;
  return `${message} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${format}')`;
}

const qualifiedNameFormat = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelFormat = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const underscoreLabelFormat = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const dns1035Format = "[a-z]([-a-z0-9]*[a-z0-9])?";
const subdomainFormat = `${labelFormat}(\\.${labelFormat})*`;
const underscoreSubdomainFormat = `${underscoreLabelFormat}(\\.${underscoreLabelFormat})*`;
const wildcardFormat = `\\*\\.${subdomainFormat}`;

const qualifiedNameMessage =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const subdomainMessage =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

const qualifiedNameError = regexError(qualifiedNameMessage, qualifiedNameFormat, "MyName", "my.name", "123-abc");
const subdomainError = regexError(subdomainMessage, subdomainFormat, "example.com");
const labelError = regexError(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  labelFormat,
  "my-name",
  "123-abc",
);
const labelValueError = regexError(
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`,
  `(${qualifiedNameFormat})?`,
  "MyValue",
  "my_value",
  "12345",
);

/** Reports whether a text is a DNS subdomain: dot-separated labels that neither start nor end with a dash. */
function isSubdomainText(value: string): boolean {
  if (!consistsOf(value, lowerOrDigit, lowerOrDigit | dash | dot, lowerOrDigit)) return false;
  for (let i = value.indexOf("."); i >= 0; i = value.indexOf(".", i + 1)) {
    if (!isOf(value, i - 1, lowerOrDigit) || !isOf(value, i + 1, lowerOrDigit)) return false;
  }
  return true;
}
const isKeyText = (value: string): boolean => consistsOf(value, keyCharacter, keyCharacter, keyCharacter);
const isQualifiedText = (value: string): boolean => consistsOf(value, alphanumeric, keyCharacter, alphanumeric);

/** Returns a validator for a maximum length and a form, the most common kind. */
function rule(
  isWellFormed: (value: string) => boolean,
  message: string,
  maxLength = Number.POSITIVE_INFINITY,
): Validator {
  return (value) => {
    const short = value.length * 3 <= maxLength || byteLength(value) <= maxLength;
    const formed = isWellFormed(value);
    if (short && formed) return valid;
    return [...(short ? [] : [maxLenError(maxLength)]), ...(formed ? [] : [message])];
  };
}

function patternRule(message: string, format: string, examples: readonly string[], maxLength?: number): Validator {
  const pattern = new RegExp(`^(?:${format})$`);
  return rule((value) => pattern.test(value), regexError(message, format, ...examples), maxLength);
}

/** Combines several validators. */
const all =
  (...validators: readonly Validator[]): Validator =>
  (value) => {
    let found = valid;
    for (const validator of validators) {
      const messages = validator(value);
      if (messages.length > 0) found = [...found, ...messages];
    }
    return found;
  };

export const isDns1123Subdomain: Validator = rule(isSubdomainText, subdomainError, subdomainMaxLength);

export const isDns1123SubdomainWithUnderscore: Validator = patternRule(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  underscoreSubdomainFormat,
  ["example.com"],
  subdomainMaxLength,
);

export const isWildcardDns1123Subdomain: Validator = patternRule(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  wildcardFormat,
  ["*.example.com"],
  subdomainMaxLength,
);

const dnsLabelRule = rule(
  (value) => consistsOf(value, lowerOrDigit, lowerOrDigit | dash, lowerOrDigit),
  labelError,
  labelMaxLength,
);

export const isDns1123Label: Validator = (value) => {
  const messages = dnsLabelRule(value);
  if (messages.length === 0) return valid;
  return isSubdomainText(value)
    ? messages.map((message) => (message === labelError ? "must not contain dots" : message))
    : messages;
};

export const isDns1035Label: Validator = rule(
  (value) => consistsOf(value, lower, lowerOrDigit | dash, lowerOrDigit),
  regexError(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    dns1035Format,
    "my-name",
    "abc-123",
  ),
  labelMaxLength,
);

export const isValidLabelValue: Validator = rule(
  (value) => value === "" || isQualifiedText(value),
  labelValueError,
  labelMaxLength,
);

const qualifiedNamePart = rule(isQualifiedText, `name part ${qualifiedNameError}`);

function namePartErrors(name: string): readonly string[] {
  if (name.length <= labelMaxLength && isQualifiedText(name)) return valid;
  const length = byteLength(name);
  const lengthError = length === 0 ? emptyError : length > labelMaxLength ? maxLenError(labelMaxLength) : "";
  return lengthError === "" ? qualifiedNamePart(name) : [`name part ${lengthError}`, ...qualifiedNamePart(name)];
}

function prefixPartErrors(prefix: string): readonly string[] {
  return prefix === ""
    ? [`prefix part ${emptyError}`]
    : isDns1123Subdomain(prefix).map((message) => `prefix part ${message}`);
}

/** Validates keys of labels and annotations: `name` or `example.com/name`. */
export const isQualifiedName: Validator = (value) => {
  const slash = value.indexOf("/");
  if (slash < 0) return namePartErrors(value);
  if (value.includes("/", slash + 1))
    return [
      `a qualified name ${qualifiedNameError} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const prefix = prefixPartErrors(value.slice(0, slash));
  const name = namePartErrors(value.slice(slash + 1));
  return prefix.length === 0 ? name : [...prefix, ...name];
};

export const isCIdentifier: Validator = patternRule(
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  "[A-Za-z_][A-Za-z0-9_]*",
  ["my_name", "MY_NAME", "MyName"],
);

export const isValidPercent: Validator = patternRule(
  "a valid percent string must be a numeric string followed by an ending '%'",
  "[0-9]+%",
  ["1%", "93%"],
);

export const isHttpHeaderName: Validator = patternRule(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  "[-A-Za-z0-9]+",
  ["X-Header-Name"],
);

const isPortNameChar = (value: string): boolean =>
  consistsOf(value, lowerOrDigit | dash, lowerOrDigit | dash, lowerOrDigit | dash);

export const isValidPortName: Validator = all(
  rule(isPortNameChar, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)", 15),
  rule((value) => /[a-z]/.test(value), "must contain at least one letter (a-z)"),
  rule((value) => !value.includes("--"), "must not contain consecutive hyphens"),
  rule((value) => !value.startsWith("-") && !value.endsWith("-"), "must not begin or end with a hyphen"),
);

/** Rejects keys that would leave their directory as file names. */
const hasNoChangeDirPrefix: Validator = (value) => {
  if (!value.startsWith("..")) return value === "." ? ["must not be '.'"] : valid;
  return [value === ".." ? "must not be '..'" : "must not start with '..'"];
};

export const isEnvVarName: Validator = all(
  patternRule(
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
    "[-._a-zA-Z][-._a-zA-Z0-9]*",
    ["my.env-name", "MY_ENV.NAME", "MyEnvName1"],
  ),
  hasNoChangeDirPrefix,
);

export const isRelaxedEnvVarName: Validator = all(
  rule((value) => value !== "", `environment variable name ${emptyError}`),
  rule(
    (value) => /^[ -<>-~]*$/.test(value),
    "a valid environment variable name must consist only of printable ASCII characters other than '='",
  ),
);

export const isConfigMapKey: Validator = all(
  rule(
    isKeyText,
    regexError(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
      "[-._a-zA-Z0-9]+",
      "key.name",
      "KEY_NAME",
      "key-name",
    ),
    subdomainMaxLength,
  ),
  hasNoChangeDirPrefix,
);

/** Validates the prefix of a name that is used in a URL path. */
export const isValidPathSegmentPrefix: Validator = (name) =>
  name.includes("/") || name.includes("%")
    ? ["/", "%"].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)
    : valid;

/** Validates a name that is used in a URL path. */
export const isValidPathSegmentName: Validator = (name) =>
  name === "." || name === ".." ? [`may not be '${name}'`] : isValidPathSegmentPrefix(name);

export const validatePathSegmentName: NameValidator = (name, prefix) =>
  prefix ? isValidPathSegmentPrefix(name) : isValidPathSegmentName(name);

/**
 * Masks the trailing dash of a prefix, which is valid because characters follow it; after a multi-byte character it
 * stays invalid.
 */
function maskTrailingDash(name: string): string {
  if (name.length < 2 || !name.endsWith("-") || name.charCodeAt(name.length - 2) > 0x7f) return name;
  return `${name.slice(0, -2)}a`;
}

const maskedPrefix =
  (validator: Validator): NameValidator =>
  (name, prefix) =>
    validator(prefix ? maskTrailingDash(name) : name);

export const nameIsDnsSubdomain: NameValidator = maskedPrefix(isDns1123Subdomain);
export const nameIsDnsLabel: NameValidator = maskedPrefix(isDns1123Label);
export const nameIsDns1035Label: NameValidator = maskedPrefix(isDns1035Label);
export const validateNamespaceName: NameValidator = nameIsDnsLabel;
export const validateServiceAccountName: NameValidator = nameIsDnsSubdomain;

const inRange =
  (low: number, high: number) =>
  (value: number): readonly string[] =>
    value >= low && value <= high ? valid : [inclusiveRangeError(low, high)];

export const isValidPortNumber: (port: number) => readonly string[] = inRange(1, 65535);
export const isValidGroupId: (id: number) => readonly string[] = inRange(0, 2147483647);
