import { stringify } from "yaml";
import { cborForm, malformed } from "./body-forms.ts";
import type { Chooser } from "./chooser.ts";
import { fieldNames } from "./generate-schema.ts";
import {
  accept,
  generateObject,
  objectNames,
  writeOptions,
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
    headers: { "Content-Type": contentType, ...accept(choose, target) },
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
    ...(choose.chance(0.3) ? [`force=${choose.pick(["true", "true", "false", "x"])}`] : []),
  ];
}

function patchBody(context: StepContext, target: Target, name: string, type: (typeof types)[number]): unknown {
  const { choose } = context;
  if (type === "json") return Array.from({ length: 1 + choose.below(3) }, () => operation(choose));
  const object = generateObject(context, target, name);
  if (type === "apply") return choose.chance(0.05) ? { ...object, metadata: { name, managedFields: [] } } : object;
  const { spec, data, status, metadata } = object;
  return {
    ...(choose.chance(0.3) ? { metadata } : {}),
    ...(spec === undefined ? {} : { spec: withNulls(choose, spec) }),
    ...(data === undefined ? {} : { data: withNulls(choose, data) }),
    ...(status === undefined ? {} : { status }),
  };
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
