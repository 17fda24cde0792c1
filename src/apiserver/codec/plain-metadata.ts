import { daysInMonth } from "../../apimachinery/civil-time.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";

type Check = (value: JsonValue) => boolean;

const isString: Check = (value) => typeof value === "string";
const isText: Check = (value) => typeof value === "string" && value !== "";
function isTexts(value: JsonValue): boolean {
  const texts = isObject(value) ? Object.values(value) : [];
  return texts.length > 0 && texts.every(isString);
}
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => typeof value === "number" && Number.isInteger(value) && value !== 0;
const timeForm = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const isTime: Check = (value) => typeof value === "string" && timeForm.test(value) && isDate(value);
/** Whether the month has the day. */
function isDate(time: string): boolean {
  const day = Number(time.slice(8, 10));
  return day <= 28 || day <= daysInMonth(Number(time.slice(0, 4)), Number(time.slice(5, 7)));
}
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const membersOf =
  (checks: ReadonlyMap<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.keys(value).every((name) => isMember(checks.get(name), value[name]));
const isMember = (check: Check | undefined, value: JsonValue | undefined): boolean =>
  check !== undefined && value !== undefined && check(value);

const ownerMembers = membersOf(
  new Map<string, Check>([
    ["apiVersion", isString],
    ["kind", isString],
    ["name", isString],
    ["uid", isString],
    ["controller", isFlag],
    ["blockOwnerDeletion", isFlag],
  ]),
);
/** The members of a reference that are written even if they are empty. */
const written = ["apiVersion", "kind", "name", "uid"];
const owner: Check = (value) =>
  ownerMembers(value) && isObject(value) && written.every((name) => Object.hasOwn(value, name));

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
    ["finalizers", listOf(isString)],
    ["managedFields", listOf(managed)],
  ]),
);

/**
 * Reports whether metadata is as the server itself writes ObjectMeta, so that decoding it would change nothing. Other
 * metadata may be sound all the same.
 */
export const isPlainMetadata = (value: JsonValue | undefined): boolean => value !== undefined && metadata(value);
