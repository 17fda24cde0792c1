import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTexts: Check = (value) => isObject(value) && Object.values(value).every((one) => typeof one === "string");
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => typeof value === "number" && Number.isInteger(value) && value !== 0;
const isTime: Check = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const membersOf =
  (checks: ReadonlyMap<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, member]) => checks.get(name)?.(member) === true);

const owner = membersOf(
  new Map([
    ["apiVersion", isText],
    ["kind", isText],
    ["name", isText],
    ["uid", isText],
    ["controller", isFlag],
    ["blockOwnerDeletion", isFlag],
  ]),
);

const managed = membersOf(
  new Map<string, Check>([
    ["manager", isText],
    ["operation", isText],
    ["apiVersion", isText],
    ["time", isTime],
    ["fieldsType", isText],
    ["fieldsV1", isObject],
    ["subresource", isText],
  ]),
);

const metadata = membersOf(
  new Map<string, Check>([
    ["name", isText],
    ["generateName", isText],
    ["namespace", isText],
    ["selfLink", isText],
    ["uid", isText],
    ["resourceVersion", isText],
    ["generation", isCount],
    ["creationTimestamp", isTime],
    ["deletionTimestamp", isTime],
    ["deletionGracePeriodSeconds", (value) => typeof value === "number" && Number.isInteger(value)],
    ["labels", isTexts],
    ["annotations", isTexts],
    ["ownerReferences", listOf(owner)],
    ["finalizers", listOf(isText)],
    ["managedFields", listOf(managed)],
  ]),
);

/**
 * Reports whether metadata is as the server itself writes ObjectMeta, so that decoding it would change nothing. Other
 * metadata may be sound all the same.
 */
export const isPlainMetadata = (value: JsonValue | undefined): boolean => value !== undefined && metadata(value);
