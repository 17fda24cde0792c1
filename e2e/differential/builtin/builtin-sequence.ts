import { createMergePatch } from "../../../src/apiserver/patch/create-merge-patch.ts";
import type { JsonObject } from "../../../src/apimachinery/json/value.ts";
import type { Json, JsonMap } from "../../conformance/recorded-case.ts";
import type { Step } from "../sequence.ts";
import type { BuiltinSample } from "./builtin-samples.ts";
import { changedObject } from "./change-object.ts";
import { jsonPatchBetween } from "./json-patch-between.ts";
import {
  applyBody,
  jsonBody,
  managerOf,
  mergeBody,
  print,
  withRevision,
  writeQuery,
  type MadeStep,
  type SequenceContext,
} from "./sequence-context.ts";
import { subresourceSteps } from "./subresource-steps.ts";

const forms = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
] as const;

/** Returns the requests of a sequence: tries, and if the sample is stored, writes, reads and the deletion. */
export function builtinSequence(context: SequenceContext, length: number): readonly Step[] {
  const { sample, stored, choose } = context;
  const tries = (count: number): readonly MadeStep[] => Array.from({ length: count }, () => tried(context));
  if (stored === undefined) return numbered(tries(length));
  const create: Step = {
    id: "create",
    method: "POST",
    path: sample.collection,
    headers: jsonBody,
    body: print(sample.object),
  };
  const between = Array.from({ length }, () => choose.pick(ways)(context, stored)).flat();
  return [
    ...numbered(tries(1 + choose.below(2))),
    create,
    ...numbered([...between, ...deletion(context)], "s", "create"),
  ];
}

const numbered = (steps: readonly MadeStep[], prefix = "t", after?: string): readonly Step[] =>
  steps.map((step, i) => ({ ...step, id: `${prefix}${i}`, ...(after !== undefined && { after }) }));

/** Returns the requests that remove what a sequence may leave. */
export function cleanUpSteps({ collection, name, kind }: BuiltinSample): readonly Step[] {
  const path = `${collection}/${name}`;
  const steps: readonly MadeStep[] = [
    { method: "DELETE", path: `${path}?gracePeriodSeconds=0` },
    { method: "PATCH", path, headers: mergeBody, body: '{"metadata":{"finalizers":null}}' },
    { method: "DELETE", path: `${path}?gracePeriodSeconds=0` },
  ];
  const finalized = { apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: { finalizers: [] } };
  const finalize = { method: "PUT", path: `${path}/finalize`, headers: jsonBody, body: print(finalized) };
  return [...steps, ...(kind === "Namespace" ? [finalize] : [])].map((step, i) => ({
    ...step,
    id: `clean${i}`,
    quiet: true,
  }));
}

function tried(context: SequenceContext): MadeStep {
  const { sample } = context;
  const body = print(changedObject(sample.object, sample.schema, context));
  const path = `${sample.collection}${writeQuery(context, 1)}`;
  return { method: "POST", path, headers: jsonBody, body };
}

type Way = (context: SequenceContext, stored: JsonMap) => readonly MadeStep[];

const pathOf = ({ sample }: SequenceContext): string => `${sample.collection}/${sample.name}`;

const update: Way = (context, stored) => {
  const { sample, choose } = context;
  const changed = withRevision(changedObject(stored, sample.schema, context), choose);
  const path = `${pathOf(context)}${writeQuery(context, 0.6, managerOf(choose))}`;
  return [{ method: "PUT", path, headers: jsonBody, body: print(changed) }];
};

const apply: Way = (context) => {
  const { sample, choose } = context;
  const manager = choose.pick(["fieldManager=a", "fieldManager=b", "fieldManager=b&force=true", "force=true"]);
  const body = print(changedObject(sample.object, sample.schema, context));
  return [
    { method: "PATCH", path: `${pathOf(context)}${writeQuery(context, 0.4, manager)}`, headers: applyBody, body },
  ];
};

const patch: Way = (context, stored) => {
  const { sample, choose } = context;
  const changed = changedObject(stored, sample.schema, context);
  const type = choose.pick(["merge-patch", "merge-patch", "strategic-merge-patch", "json-patch"]);
  const body = type === "json-patch" ? jsonPatchBetween(stored, changed) : mergePatchBetween(stored, changed);
  return [
    {
      method: "PATCH",
      path: `${pathOf(context)}${writeQuery(context, 0.5, managerOf(choose))}`,
      headers: { "Content-Type": `application/${type}+json` },
      body: print(body),
    },
  ];
};

const mergePatchBetween = (before: JsonMap, after: JsonMap): Json =>
  createMergePatch(before as JsonObject, after as JsonObject) as Json;

const read: Way = (context) => {
  const { sample, choose } = context;
  const selected = `fieldSelector=metadata.name%3D${encodeURIComponent(sample.name)}`;
  const path = choose.chance(0.4) ? `${sample.collection}?${selected}` : pathOf(context);
  return [{ method: "GET", path, headers: { Accept: choose.pick(forms) } }];
};

const subresource: Way = (context, stored) => subresourceSteps(context, stored);

const ways: readonly [Way, ...Way[]] = [update, update, apply, apply, patch, patch, read, subresource, subresource];

const deleteOptions: readonly [JsonMap | undefined, ...JsonMap[]] = [
  undefined,
  { propagationPolicy: "Foreground" },
  { propagationPolicy: "Orphan" },
  { gracePeriodSeconds: 0 },
  { preconditions: { uid: "{{create.uid}}" } },
  { preconditions: { resourceVersion: "{{create.rv}}" } },
];

/** A deletion with or without finalizers, and the read after it. */
function deletion(context: SequenceContext): readonly MadeStep[] {
  const { choose } = context;
  const path = pathOf(context);
  const options = choose.pick(deleteOptions);
  const body =
    options === undefined
      ? {}
      : { headers: jsonBody, body: print({ apiVersion: "v1", kind: "DeleteOptions", ...options }) };
  const finalizers = (list: readonly string[] | null): MadeStep => ({
    method: "PATCH",
    path,
    headers: mergeBody,
    body: print({ metadata: { finalizers: list } }),
  });
  const remove: MadeStep = { method: "DELETE", path, ...body };
  const get: MadeStep = { method: "GET", path };
  return choose.chance(0.4)
    ? [finalizers(["example.com/a"]), remove, get, finalizers(null), get]
    : [{ ...remove, path: `${path}?dryRun=All` }, remove, get];
}
