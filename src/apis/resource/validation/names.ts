import {
  invalid,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
  addError,
} from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import {
  isCIdentifier,
  isDns1123Label,
  isDns1123Subdomain,
  type Validator,
} from "../../../apimachinery/validation/names.ts";
import { checkText, requireName } from "../../validation/checks.ts";
import { textAt, type Fields } from "../../validation/fields.ts";

/** Where errors about a value are added that is not a member; the path is made for an error. */
export interface Place {
  readonly errors: FieldError[];
  path(): FieldPath;
}

const maxDriverLength = 63;
const maxPoolLength = 253;
const maxIdLength = 32;
const maxDomainLength = 63;
/** The most characters of `domain/id`, beyond which paths show an ellipsis. */
export const maxAttributeKeyLength = maxDomainLength + 1 + maxIdLength;

const place = ({ path, errors }: Fields, member: string): Place => ({ errors, path: () => path.child(member) });

const check = (value: string, validator: Validator, { errors, path }: Place): void =>
  checkText({ errors }, value, validator, path);

const isDriverName: Validator = (name) => isDns1123Subdomain(name.toLowerCase());

/** The name of a driver is like that of a CSI driver (core/validation ValidateCSIDriverName). */
function checkDriverName(name: string, at: Place): void {
  if (name === "") addError(at.errors, required(at.path()));
  if (byteLength(name) > maxDriverLength) addError(at.errors, tooLong(at.path(), maxDriverLength));
  check(name, isDriverName, at);
}

/** A member must be the name of a driver. */
export const driverName = (fields: Fields, member: string): void =>
  checkDriverName(textAt(fields, member), place(fields, member));

/** A member must be the name of a pool: subdomains separated by slashes (validatePoolName). */
export function poolName(fields: Fields, member: string): void {
  const name = textAt(fields, member);
  const at = place(fields, member);
  if (name === "") return void addError(at.errors, required(at.path()));
  if (byteLength(name) > maxPoolLength) addError(at.errors, tooLong(at.path(), maxPoolLength));
  for (const part of name.split("/")) check(part, isDns1123Subdomain, at);
}

/** A member must be the name of a device class (validateDeviceClass). */
export const deviceClassName = (fields: Fields, member: string): void =>
  requireName(fields, member, isDns1123Subdomain);

function checkId(id: string, at: Place): void {
  if (byteLength(id) > maxIdLength) addError(at.errors, tooLong(at.path(), maxIdLength));
  check(id, isCIdentifier, at);
}

/** A name must be an identifier, possibly after a domain and a slash (validateQualifiedName). */
export function checkAttributeName(name: string, at: Place): void {
  if (name === "") return void addError(at.errors, required(at.path(), "name required"));
  const [domain = "", id, ...more] = name.split("/");
  if (id === undefined) return checkId(domain, at);
  if (more.length > 0) return;
  if (domain === "") addError(at.errors, required(at.path(), "the domain must not be empty"));
  else checkDriverName(domain, at);
  if (id === "") addError(at.errors, required(at.path(), "the name must not be empty"));
  else checkId(id, at);
}

/** A member must be the name of an attribute with its domain (validateFullyQualifiedName). */
export function fullyQualifiedName(fields: Fields, member: string): void {
  const name = textAt(fields, member);
  const at = place(fields, member);
  checkAttributeName(name, at);
  if (name !== "" && !name.includes("/")) addError(at.errors, invalid(at.path(), name, "must include a domain"));
}

/** The requests of a claim by name, each with the names of its alternatives, if it has any. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string> | undefined>;

const refersToNothing =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

function hasRequest(names: RequestNames, request: string, subrequest: string | undefined): boolean {
  if (!names.has(request)) return false;
  return subrequest === undefined || names.get(request)?.has(subrequest) === true;
}

/** A text must be the name of a request, or of one of its alternatives (validateRequestNameRef). */
export function checkRequestRef(name: string, names: RequestNames, at: Place): void {
  const [request = "", subrequest, ...more] = name.split("/");
  if (more.length > 0) return void addError(at.errors, invalid(at.path(), name, refersToNothing));
  check(request, isDns1123Label, at);
  if (subrequest !== undefined) check(subrequest, isDns1123Label, at);
  if (!hasRequest(names, request, subrequest)) addError(at.errors, invalid(at.path(), name, refersToNothing));
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns why a text is no UUID in any of the forms that are read (uuid.Validate); undefined if it is one. */
function uuidProblem(text: string): string | undefined {
  switch (byteLength(text)) {
    case 32:
      return /^[0-9a-f]{32}$/i.test(text) ? undefined : "invalid UUID format";
    case 36:
      return uuidForm.test(text) ? undefined : "invalid UUID format";
    case 38:
      if (!text.startsWith("{") || !text.endsWith("}")) return "invalid bracketed UUID format";
      return uuidForm.test(text.slice(1, -1)) ? undefined : "invalid UUID format";
    case 45:
      if (text.slice(0, 9).toLowerCase() !== "urn:uuid:") return `invalid urn prefix: "${text.slice(0, 9)}"`;
      return uuidForm.test(text.slice(9)) ? undefined : "invalid UUID format";
    default:
      return `invalid UUID length: ${byteLength(text)}`;
  }
}

/** A member, if it is set, must be a UUID in its usual form (validateUID). */
export function shareId(fields: Fields, member: string): void {
  const value = fields.record[member];
  if (typeof value !== "string") return;
  const problem = uuidProblem(value);
  const at = fields.path.child(member);
  if (problem !== undefined) addError(fields.errors, invalid(at, value, `error validating uid: ${problem}`));
  else if (value.length !== 36 || value !== value.toLowerCase())
    addError(
      fields.errors,
      invalid(
        at,
        value,
        "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal " +
          "characters",
      ),
    );
}

/** Shortens a text in the middle (truncateIfTooLong). */
export function shortened(text: string, limit: number): string {
  const most = Math.max(limit, 16);
  if (text.length <= most) return text;
  const remaining = most - 3;
  return `${text.slice(0, Math.floor((remaining + 1) / 2))}...${text.slice(text.length - Math.floor(remaining / 2))}`;
}
