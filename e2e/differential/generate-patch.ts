import { stringify } from "yaml";
import { cborForm, malformed } from "./body-forms.ts";
import type { Chooser } from "./chooser.ts";
import { generateManagedFields } from "./generate-metadata.ts";
import { fieldNames } from "./generate-schema.ts";
import {
  accept,
  generateObject,
  objectNames,
  pickEarlier,
  writeOptions,
  writeShare,
  type StepContext,
  type Target,
} from "./generate-request.ts";
import type { Step } from "./sequence.ts";

const types = ["json", "merge", "merge", "strategic", "apply", "apply", "apply"] as const;

/** Returns a random patch of an object or of one of its subresources. */
export function patchStep(context: StepContext, target: Target, subresource: string): Step {
  const { choose } = context;
  const name = choose.pick(objectNames);
  const type = choose.pick(types);
  const isApply = type === "apply";
  const options = writeOptions(choose, isApply ? applyOptions(choose) : []);
  const text = JSON.stringify(patchBody(context, target, name, type));
  const body = choose.chance(0.03)
    ? malformed(choose, text)
    : isApply && choose.chance(0.3)
      ? stringify(JSON.parse(text))
      : text;
  if (isApply && choose.chance(0.07)) {
    const form = cborForm(choose, "application/apply-patch+cbor", JSON.parse(text) as object);
    return { ...patchOf(context, target, subresource, name, options), ...form };
  }
  const contentType = isApply
    ? "application/apply-patch+yaml"
    : {
        json: "application/json-patch+json",
        merge: "application/merge-patch+json",
        strategic: "application/strategic-merge-patch+json",
      }[type];
  return {
    ...patchOf(context, target, subresource, name, options),
    headers: { "Content-Type": contentType, ...accept(choose, target, writeShare) },
    body,
  };
}

const patchOf = ({ id }: StepContext, { collection }: Target, subresource: string, name: string, options: string) => ({
  id,
  method: "PATCH",
  path: `${collection}/${name}${subresource}${options}`,
});

function applyOptions(choose: Chooser): readonly string[] {
  return [
    ...(choose.chance(0.9) ? [`fieldManager=${choose.pick(["m1", "m2", "m3"])}`] : []),
    ...(choose.chance(0.3) ? [`force=${choose.pick(["true", "true", "true", "false", "x", "", "1"])}`] : []),
  ];
}

function patchBody(context: StepContext, target: Target, name: string, type: (typeof types)[number]): unknown {
  const { choose } = context;
  if (type === "json")
    return [...guard(context), ...Array.from({ length: 1 + choose.below(3) }, () => operation(choose))];
  const object = generateObject(context, target, name);
  if (type === "apply")
    return choose.chance(0.05)
      ? { ...object, metadata: { name, managedFields: generateManagedFields(choose) } }
      : object;
  if (choose.chance(0.03))
    return choose.pick<unknown>([{}, [], null, "x", [{}], { metadata: null }, { $patch: "replace" }]);
  const { spec, data, status, metadata } = object;
  return {
    ...(type === "strategic" && choose.chance(0.2) ? choose.pick(directives) : {}),
    ...(choose.chance(0.3) ? { metadata: { ...(metadata as object), ...precondition(context) } } : {}),
    ...(spec === undefined ? {} : { spec: withNulls(choose, spec) }),
    ...(data === undefined ? {} : { data: withNulls(choose, data) }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Members of strategic merge patches that say how to merge. */
const directives: readonly [object, ...object[]] = [
  { $patch: "replace" },
  { $patch: "delete" },
  { $patch: "merge" },
  { $patch: "odd" },
  { $retainKeys: ["metadata", "data"] },
  { "$deleteFromPrimitiveList/finalizers": ["example.com/f"] },
  { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/f"] } },
  { metadata: { "$setElementOrder/finalizers": ["example.com/g", "example.com/f"], finalizers: ["example.com/g"] } },
  { metadata: { ownerReferences: [{ uid: "u", $patch: "delete" }] } },
  { metadata: { ownerReferences: [{ $patch: "replace" }] } },
  { metadata: { labels: { $patch: "replace", l: "y" } } },
  { data: { $patch: "replace", p: "1" } },
  { data: { $patch: "delete" } },
  { data: { $retainKeys: ["p"], p: "2" } },
];

/** Returns metadata that a patch may demand or set. */
function precondition({ choose, earlier }: StepContext): object {
  if (!choose.chance(0.4)) return {};
  return choose.pick<object>([
    { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` },
    { resourceVersion: null },
    { uid: `{{${pickEarlier(choose, earlier)}.uid}}` },
    { uid: null },
    { name: null },
    { managedFields: generateManagedFields(choose) },
    { labels: null, annotations: null },
    { finalizers: null },
  ]);
}

/** Returns the operations with which a JSON patch applies to one state of an object only; mostly none. */
function guard({ choose, earlier }: StepContext): readonly object[] {
  if (!choose.chance(0.15)) return [];
  const known = pickEarlier(choose, earlier);
  return choose.pick<readonly object[]>([
    [{ op: "test", path: "/metadata/resourceVersion", value: `{{${known}.rv}}` }],
    [{ op: "test", path: "/metadata/uid", value: `{{${known}.uid}}` }],
    [{ op: "replace", path: "/metadata/resourceVersion", value: `{{${known}.rv}}` }],
    [{ op: "remove", path: "/metadata/resourceVersion" }],
    [{ op: "add", path: "/metadata/managedFields", value: generateManagedFields(choose) }],
    [{ op: "remove", path: "/metadata/managedFields/0" }],
    [{ op: "test", path: "/spec", value: null }],
    [{ op: "test", path: "/kind", value: "ConfigMap" }],
  ]);
}

const withNulls = (choose: Chooser, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, choose.chance(0.15) ? null : withNulls(choose, member)]),
      )
    : value;

function operation(choose: Chooser): object {
  const path = pointer(choose);
  const value = choose.pick<unknown>(["a", 1, true, null, {}, [], { k: "a" }, ["a", "b"], 1.5]);
  switch (choose.pick(["add", "add", "replace", "remove", "test", "move", "copy", "odd"])) {
    case "add":
      return { op: "add", path, value };
    case "replace":
      return { op: "replace", path, value };
    case "remove":
      return { op: "remove", path };
    case "test":
      return { op: "test", path, value };
    case "move":
      return { op: "move", from: pointer(choose), path };
    case "copy":
      return { op: "copy", from: pointer(choose), path };
    case "odd":
      return choose.pick<object>([
        { op: "nothing", path },
        { path, value },
        { op: "add", value },
        { op: "add", path },
        { op: "add", path: "spec", value },
      ]);
  }
}

const pointer = (choose: Chooser): string =>
  choose.pick([
    () => `/spec/${choose.pick(fieldNames)}`,
    () => `/spec/${choose.pick(fieldNames)}/${choose.pick(["0", "-", "a", "-1", "9"])}`,
    () =>
      choose.pick([
        "/data/p",
        "/data/q",
        "/data",
        "/spec",
        "/status/a",
        "/metadata/labels/l",
        "/metadata/labels",
        "/metadata/annotations/n",
        "/metadata/name",
        "/metadata/finalizers",
        "/metadata/finalizers/-",
        "/spec/a~1b",
        "/",
        "",
        "/kind",
      ]),
  ])();
