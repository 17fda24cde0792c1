import { keysOf } from "../../component-base/long-map-keys.ts";
import { forEachKept, keptObject } from "../../component-base/work.ts";
import type { SeenValues } from "../validation/checks-in-slices.ts";
import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { setMember } from "../../apimachinery/json/members.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { defaulter, type Defaults, type Fill } from "../defaulting.ts";
import { recordAt, type JsonRecord } from "../record.ts";
import { unique } from "../validation/checks.ts";
import {
  addForbidden,
  addMessages,
  addRequired,
  collectErrors,
  eachItem,
  eachOf,
  isZero,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { quantityOf } from "../validation/quantities.ts";
import { amounts } from "./pod/defaults.ts";
import { containerResourceNameErrors, isOvercommitAllowed, resourceNameErrors } from "./resource-names.ts";

/**
 * Defaults of a container limit: the default limit is the maximum; the default request is the default limit, else the
 * minimum (core/v1 SetDefaults_LimitRangeItem).
 */
const limitItem: Fill = (item) => {
  if (item["type"] !== "Container") return item;
  const limits = joined(recordAt(item, "max"), recordAt(item, "default"));
  const requests = joined(recordAt(item, "min"), limits, recordAt(item, "defaultRequest"));
  return {
    ...item,
    ...(keysOf(limits).length > 0 && { default: limits }),
    ...(keysOf(requests).length > 0 && { defaultRequest: requests }),
  };
};

/** Returns a record with the members of some, of which the last one counts; in a large request with pauses. */
function joined(...records: readonly JsonRecord[]): JsonRecord {
  const given = records.filter((record) => keysOf(record).length > 0);
  if (given.length < 2) return given[0] ?? {};
  const begin = (): { [name: string]: unknown } => ({});
  return forEachKept(given.length, begin, (made, at) => {
    const record = given[at] ?? {};
    const names = keysOf(record);
    const add = (name = ""): void => setMember(made, name, record[name]);
    forEachKept(
      names.length,
      () => made,
      (_, i) => add(names[i]),
    );
  });
}

const limitRangeDefaults: Defaults = {
  inside: {
    spec: {
      each: {
        limits: {
          inside: {
            max: amounts,
            min: amounts,
            default: amounts,
            defaultRequest: amounts,
            maxLimitRequestRatio: amounts,
          },
          rules: [limitItem],
        },
      },
    },
  },
};

export const defaultLimitRange = defaulter(limitRangeDefaults);

/** The types that need no domain (helper.IsStandardLimitRangeType). */
const standardTypes: ReadonlySet<string> = new Set(["Pod", "Container", "PersistentVolumeClaim"]);

function limitTypeErrors(type: string): readonly string[] {
  const messages = isQualifiedName(type);
  if (messages.length > 0 || type.includes("/") || standardTypes.has(type)) return messages;
  return ["must be a standard limit type or fully qualified"];
}

/** The amounts of a limit by what they are for. */
type Role = "min" | "max" | "default" | "defaultRequest" | "maxLimitRequestRatio";

/** Two amounts of which the first must not be greater, how errors call them, and the member and amount in question. */
type Order = readonly [lower: Role, name: string, upper: Role, name: string, at: Role, quotes: Role];

/** In upstream's order. */
// oxfmt-ignore
const orders: readonly Order[] = [
  ["min", "min", "max", "max", "min", "min"],
  ["min", "min", "defaultRequest", "default request", "defaultRequest", "defaultRequest"],
  ["defaultRequest", "default request", "max", "max", "defaultRequest", "defaultRequest"],
  ["defaultRequest", "default request", "default", "default limit", "defaultRequest", "defaultRequest"],
  ["min", "min", "default", "default", "default", "min"],
  ["default", "default", "max", "max", "default", "max"],
];

type Amounts = Readonly<Partial<Record<Role, Quantity>>>;

const one = parseQuantity("1");
const maxMilliValue = (2n ** 63n - 1n) / 1000n;

/** The greatest ratio of limit to request that minimum and maximum leave room for. */
function ratioProblem({ maxLimitRequestRatio: ratio, min, max }: Amounts): string | undefined {
  if (ratio === undefined || min === undefined || max === undefined) return undefined;
  const isSmall = [ratio, min, max].every(({ value }) => value < maxMilliValue);
  const [asked, least, most] = isSmall
    ? [Number(ratio.milliValue) / 1000, min.milliValue, max.milliValue]
    : [Number(ratio.value), min.value, max.value];
  const allowed = Number(most) / Number(least);
  if (!(asked > allowed)) return undefined;
  return `ratio ${ratio.toString()} is greater than max/min = ${allowed.toFixed(6)}`;
}

/** Compares the amounts that a limit has for one resource. */
function validateAmounts(limit: Fields, resource: string, given: Amounts): void {
  const add = (at: Role, quoted: Quantity, detail: string): void => {
    addError(limit.errors, invalid(limit.path.child(at).key(resource), quoted.toString(), detail));
  };
  for (const [lower, lowerName, upper, upperName, at, quotes] of orders) {
    const [low, high] = [given[lower], given[upper]];
    if (low === undefined || high === undefined || low.compare(high) <= 0) continue;
    const detail = `${lowerName} value ${low.toString()} is greater than ${upperName} value ${high.toString()}`;
    add(at, quotes === upper ? high : low, detail);
  }
  const { maxLimitRequestRatio: ratio, default: standard, defaultRequest } = given;
  if (ratio !== undefined && ratio.compare(one) < 0)
    add("maxLimitRequestRatio", ratio, `ratio ${ratio.toString()} is less than 1`);
  const problem = ratioProblem(given);
  if (ratio !== undefined && problem !== undefined) add("maxLimitRequestRatio", ratio, problem);
  if (standard === undefined || defaultRequest === undefined || isOvercommitAllowed(resource)) return;
  if (standard.compare(defaultRequest) !== 0)
    add(
      "defaultRequest",
      defaultRequest,
      `default value ${standard.toString()} must equal to defaultRequest value ${defaultRequest.toString()} in ${resource}`,
    );
}

/** The amounts of one resource. They are read when they are compared, since those of all take much memory. */
function amountsOf(records: readonly (readonly [role: Role, record: JsonRecord])[], resource: string): Amounts {
  const found: Partial<Record<Role, Quantity>> = {};
  for (const [role, record] of records) {
    const amount = Object.hasOwn(record, resource) ? quantityOf(record[resource]) : undefined;
    if (amount !== undefined) found[role] = amount;
  }
  return found;
}

/** Validates the limits of one type. */
function validateLimit(limit: Fields, seen: SeenValues): void {
  const type = textAt(limit, "type");
  addMessages(limit, "type", limitTypeErrors(type));
  unique(limit, "type", seen);
  const nameErrors = type === "Pod" || type === "Container" ? containerResourceNameErrors : resourceNameErrors;
  const resources = keptObject(() => new Set<string>());
  const records: (readonly [role: Role, record: JsonRecord])[] = [];
  const collect = (role: Role): void => {
    const { record, path, errors } = within(limit, role);
    records.push([role, record]);
    eachOf(
      keptObject(() => Object.keys(record)),
      errors,
      (resource) => {
        for (const message of nameErrors(resource)) addError(errors, invalid(path.key(resource), resource, message));
        resources.add(resource);
      },
    );
  };
  collect("max");
  collect("min");
  for (const role of ["default", "defaultRequest"] as const) {
    if (type !== "Pod") collect(role);
    else if (!isZero(limit, role)) addForbidden(limit, role, "may not be specified when `type` is 'Pod'");
  }
  if (type === "PersistentVolumeClaim" && !hasStorage(limit))
    addRequired(limit, "limits", "either minimum or maximum storage value is required, but neither was provided");
  collect("maxLimitRequestRatio");
  eachOf(
    keptObject(() => [...resources]),
    limit.errors,
    (resource) => validateAmounts(limit, resource, amountsOf(records, resource)),
  );
}

const hasStorage = ({ record }: Fields): boolean =>
  recordAt(record, "min")["storage"] !== undefined || recordAt(record, "max")["storage"] !== undefined;

/** Validates a LimitRange (ValidateLimitRange). */
const validateLimitRange = (object: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "spec"), fieldPath("spec"), (spec) => {
    const seen: SeenValues = new Map();
    eachItem(spec, "limits", (limit) => validateLimit(limit, seen));
  });

/** Strategy of LimitRanges, which a PUT may create. One without a name gets a UUID as its name. */
export const limitRangeStrategy: Strategy = {
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  prepareForCreate: (object) => {
    const { name = "", uid = "" } = object.metadata;
    return name === "" ? { ...object, metadata: { ...object.metadata, name: uid } } : object;
  },
  validate: validateLimitRange,
  validateUpdate: validateLimitRange,
};
