import type { Chooser } from "./chooser.ts";

type Members = { readonly [member: string]: unknown };

const long = (length: number): string => "x".repeat(length);

const labels: readonly [Members, ...Members[]] = [
  { "bad key": "x" },
  { l: "bad value" },
  { l: long(64) },
  { l: "" },
  { "example.com/l": "x" },
  { "Example.com/l": "x" },
  { "example.com/": "x" },
  { "a/b/c": "x" },
  { "": "x" },
  { [long(64)]: "x" },
  { l: 1 },
  { l: null },
  { l: "-x" },
];

const finalizers: readonly [readonly unknown[], ...(readonly unknown[])[]] = [
  ["bad"],
  ["example.com/f", "example.com/f"],
  ["foregroundDeletion"],
  ["orphan"],
  ["kubernetes"],
  ["example.com/"],
  [""],
  [1],
  [],
];

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u" };

const owners: readonly [readonly unknown[], ...(readonly unknown[])[]] = [
  [owner],
  [{ ...owner, controller: true }],
  [{ ...owner, blockOwnerDeletion: true }],
  [owner, owner],
  [
    { ...owner, controller: true },
    { ...owner, uid: "w", controller: true },
  ],
  [{ ...owner, uid: "" }],
  [{ ...owner, name: undefined }],
  [{ ...owner, apiVersion: "a/b/c" }],
  [{ ...owner, apiVersion: undefined, kind: "" }],
  [{ apiVersion: "v1", kind: "Event", name: "e", uid: "u" }],
  [{ ...owner, odd: 1 }],
  [{}],
];

const fieldsOfA = { "f:spec": { "f:a": {} } };
const manager = { manager: "m1", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: fieldsOfA };

/** Managed fields that a client may send. */
const managedFields: readonly [unknown, ...unknown[]] = [
  [],
  [{}],
  null,
  [manager],
  [{ ...manager, operation: "Update", time: "2024-01-02T03:04:05Z" }],
  [{ ...manager, operation: "Odd" }],
  [{ ...manager, fieldsType: "Odd" }],
  [{ ...manager, fieldsV1: { "x:odd": {} } }],
  [{ ...manager, fieldsV1: { "f:spec": 1 } }],
  [{ ...manager, manager: long(129) }],
  [{ ...manager, subresource: "status", operation: "Update" }],
  [{ ...manager, time: "yesterday" }],
  [manager, manager],
  "odd",
];

/** Returns members of metadata that are seldom, most of them invalid; for custom resources. */
export const generateFaults = (choose: Chooser): Members =>
  choose.pick<() => Members>([
    () => ({ uid: "other" }),
    () => ({ generation: 7 }),
    () => ({ namespace: "elsewhere" }),
    () => ({ namespace: "" }),
    () => ({ odd: 1 }),
    () => ({ deletionTimestamp: "2024-01-02T03:04:05Z" }),
    () => ({ deletionGracePeriodSeconds: 5 }),
    () => ({ creationTimestamp: choose.pick(["2024-01-02T03:04:05Z", "yesterday", null]) }),
    () => ({ selfLink: "/x" }),
    () => ({ generateName: choose.pick(["gen-", "Bad_", long(260)]) }),
    () => ({ resourceVersion: choose.pick(["0", "1", "x", "-1", "18446744073709551616", ""]) }),
    () => ({ labels: choose.pick(labels) }),
    () => ({ labels: choose.pick<unknown>(["odd", ["x"], 1]) }),
    () => ({ annotations: choose.pick<Members>([{ "bad key": "x" }, { n: 1 }, { UPPER: "x" }, { "a/b/c": "" }]) }),
    () => ({ finalizers: choose.pick(finalizers) }),
    () => ({ ownerReferences: choose.pick(owners) }),
    () => ({ managedFields: choose.pick(managedFields) }),
  ])();

/** Returns managed fields as a client may send them. */
export const generateManagedFields = (choose: Chooser): unknown => choose.pick(managedFields);

/** Returns a name that no object can have, as it is written in a body. */
export const badName = (choose: Chooser): unknown =>
  choose.pick(["Upper", "a_b", "a..b", "-a", "a-", "a.b.", long(254), long(253), "a b", "é", "", "1", 5, null, "a/b"]);

/** Returns a name that no object has, as it is written in a path. */
export const badPathName = (choose: Chooser): string =>
  choose.pick(["Upper", "a_b", "a..b", long(254), "a%20b", "%C3%A9", "a%2Fb", "a:b", "%2e", "a;b", "a+b"]);
