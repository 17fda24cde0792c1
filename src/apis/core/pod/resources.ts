import {
  duplicate,
  forbidden,
  invalid,
  notFound,
  required,
  type FieldPath,
  addError,
} from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { isDns1123Label } from "../../../apimachinery/validation/names.ts";
import { keptObject } from "../../../component-base/work.ts";
import { isHugePageResourceName } from "../../../component-helpers/resource/resource-names.ts";
import { recordAt } from "../../record.ts";
import { matches } from "../../validation/checks.ts";
import { eachItem, eachName, textAt, type Fields } from "../../validation/fields.ts";
import { compareQuantities } from "../../validation/quantities.ts";
import {
  containerResourceNameErrors,
  isHugePageValueDivisible,
  isOvercommitAllowed,
  resourceQuantity,
} from "../resource-names.ts";
import type { PodValidationOptions } from "./options.ts";

/** Adds the errors of the name of a resource. */
export type ResourceNameCheck = (fields: Fields, name: string, path: FieldPath) => void;

const containerResourceName: ResourceNameCheck = ({ errors }, name, path) => {
  for (const message of containerResourceNameErrors(name)) addError(errors, invalid(path, name, message));
};

/** Whether a list of resources names CPU or memory, and huge pages, which need one of them. */
interface Seen {
  compute: boolean;
  hugePages: boolean;
}

/** What the amounts of one list are validated with. */
interface ListCheck {
  readonly nameCheck: ResourceNameCheck;
  readonly options: PodValidationOptions;
  readonly seen: Seen;
  /** The limits of the amounts, if they are requests. */
  readonly limits?: Pick<Fields, "record" | "path">;
}

function validateAmount(list: Fields, name: string, { nameCheck, options, seen, limits }: ListCheck): void {
  const value = list.record[name];
  const path = list.path.key(name);
  nameCheck(list, name, path);
  resourceQuantity(list, name, value, path);
  if (limits !== undefined) validateRequest(list, limits, name);
  if (name === "cpu" || name === "memory") seen.compute = true;
  if (!isHugePageResourceName(name)) return;
  seen.hugePages = true;
  if (options.tolerated.indivisibleHugePages !== true && !isHugePageValueDivisible(name, value))
    addError(list.errors, invalid(path, String(value), `${String(value)} is not positive integer multiple of ${name}`));
}

/** A request must not exceed the limit, and must equal it where resources cannot be shared. */
function validateRequest(requests: Fields, limits: Pick<Fields, "record" | "path">, name: string): void {
  const [value, limit] = [requests.record[name], limits.record[name]];
  const shared = isOvercommitAllowed(name);
  if (limit === undefined) {
    if (!shared) addError(requests.errors, required(limits.path, "Limit must be set for non overcommitable resources"));
    return;
  }
  if (value === limit) return;
  const order = compareQuantities(value, limit);
  if (order !== 0 && !shared)
    addError(
      requests.errors,
      invalid(requests.path, String(value), `must be equal to ${name} limit of ${String(limit)}`),
    );
  else if (order > 0)
    addError(
      requests.errors,
      invalid(requests.path, String(value), `must be less than or equal to ${name} limit of ${String(limit)}`),
    );
}

/** Validates requests and limits (validateResourceRequirements). */
export function validateRequirements(
  resources: Fields,
  claimNames: ReadonlySet<string>,
  options: PodValidationOptions,
  nameCheck: ResourceNameCheck = containerResourceName,
): void {
  const { record, path, errors } = resources;
  const { limits, requests, claims } = record;
  const seen: Seen = keptObject(() => ({ compute: false, hugePages: false }));
  const check: ListCheck = { nameCheck, options, seen };
  if (isRecord(limits)) {
    const list: Fields = { record: limits, path: path.child("limits"), errors };
    eachName(limits, errors, (name) => validateAmount(list, name, check));
  }
  if (isRecord(requests)) {
    const list: Fields = { record: requests, path: path.child("requests"), errors };
    const ofRequests = { ...check, limits: { record: recordAt(record, "limits"), path: path.child("limits") } };
    eachName(requests, errors, (name) => validateAmount(list, name, ofRequests));
  }
  if (seen.hugePages && !seen.compute) addError(errors, forbidden(path, "HugePages require cpu or memory"));
  if (claims !== undefined) validateClaims(resources, claimNames);
}

/** Validates the claims that a container uses against those of its pod (validateResourceClaimNames). */
function validateClaims(resources: Fields, claimNames: ReadonlySet<string>): void {
  const used = new Set<string>();
  /** How many requests of a claim are used. */
  const requests = new Map<string, number>();
  const known = claimNames.size === 0 ? " which is empty" : `: ${[...claimNames].toSorted().join(", ")}`;
  eachItem(resources, "claims", (claim) => {
    const [name, request] = [textAt(claim, "name"), textAt(claim, "request")];
    if (name === "") return void addError(claim.errors, required(claim.path));
    if (used.has(name)) addError(claim.errors, duplicate(claim.path, name));
    else {
      matches(claim, "request", isDns1123Label);
      const key = request === "" ? name : `${name}/${request}`;
      if (used.has(key)) addError(claim.errors, duplicate(claim.path, key));
      else if (request === "")
        for (let i = requests.get(name) ?? 0; i > 0; i--) addError(claim.errors, duplicate(claim.path, name));
      if (request !== "" && !used.has(key)) requests.set(name, (requests.get(name) ?? 0) + 1);
      used.add(key);
    }
    if (claimNames.has(name)) return;
    const detail = `must be one of the names in pod.spec.resourceClaims${known}`;
    addError(claim.errors, { ...notFound(claim.path, name), detail });
  });
}
