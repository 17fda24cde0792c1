import { createChooser } from "./chooser.ts";
import { collectionOf, generateDefinition, type Definition } from "./generate-definition.ts";
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
import { generateChange, generateEnd, generateServing } from "./generate-change.ts";
import { generateMutations } from "./generate-mutation.ts";
import { generatePolicy } from "./generate-policy.ts";
import { deleteCollectionStep, deleteStep } from "./generate-delete.ts";
import { oddStep } from "./generate-odd.ts";
import { patchStep } from "./generate-patch.ts";
import { listStep } from "./generate-list.ts";
import { withBody } from "./body-forms.ts";
import { runWord, type Step } from "./sequence.ts";

/** Returns the sequence of a seed: a namespace, a definition, perhaps a policy, then `length` requests over them. */
export function generateSequence(seed: number, length: number): readonly Step[] {
  const choose = createChooser(seed);
  const definition = generateDefinition(choose);
  const targets = targetsOf(definition);
  const steps: Step[] = [
    ...setUp(definition),
    ...(choose.chance(0.2) ? generatePolicy(choose, definition) : []),
    ...(choose.chance(0.2) ? generateMutations(choose) : []),
  ];
  for (let i = 0; i < length; i++) {
    const context: StepContext = {
      choose,
      id: `s${i}`,
      targets,
      earlier: steps.filter(({ quiet }) => quiet !== true).map(({ id }) => id),
    };
    if (choose.chance(0.02)) steps.push(...generateChange(context, definition));
    else if (choose.chance(0.005)) steps.push(...generateServing(context, definition));
    else steps.push(...generateStep(context));
  }
  return choose.chance(0.1)
    ? [...steps, ...generateEnd({ choose, id: "end", targets, earlier: [] }, definition)]
    : steps;
}

/**
 * Returns the requests that remove what a sequence leaves behind for the whole cluster: policies first, which could
 * refuse the others, then finalizers and converters that fail, with which a definition could not be deleted.
 */
export function cleanUp(steps: readonly Step[]): readonly Step[] {
  const paths = [...new Set(steps.flatMap(({ path, body, method }) => clusterObject(method, path, body)))];
  const isPolicy = (path: string): boolean => path.includes("admission");
  const remove = (path: string) => ({ method: "DELETE", path });
  return [
    ...paths.filter(isPolicy).map(remove),
    ...steps
      .filter(({ body }) => body?.includes('"strategy":"Webhook"') === true)
      .flatMap(({ method, path, body }) => clusterObject(method, path, body))
      .map((path) => mergePatch(path, '{"spec":{"conversion":null}}')),
    ...withFinalizers(steps).map((path) => mergePatch(path, '{"metadata":{"finalizers":null}}')),
    ...paths.filter((path) => !isPolicy(path)).map(remove),
  ].map((step, i) => ({ id: `clean${i}`, quiet: true, ...step }));
}

const mergePatch = (path: string, body: string) => ({
  method: "PATCH",
  path,
  headers: { "Content-Type": "application/merge-patch+json" },
  body,
});

/** Returns the paths of the custom resources that may have finalizers. */
function withFinalizers(steps: readonly Step[]): readonly string[] {
  if (!steps.some(({ body }) => body?.includes("finalizers") === true)) return [];
  const collection = steps.find(({ id }) => id.startsWith("ready-"))?.path;
  return collection === undefined ? [] : objectNames.map((name) => `${collection}/${name}`);
}

function clusterObject(method: string, path: string, body: string | undefined): readonly string[] {
  const isOfCluster = /customresourcedefinitions|admission|namespaces\/default\//.test(path);
  if (method !== "POST" || !isOfCluster) return [];
  const name = /"metadata":\{"name":"([^"]+)"/.exec(body ?? "")?.[1];
  return name === undefined || !name.includes(runWord) ? [] : [`${path.replace(/\?.*/, "")}/${name}`];
}

const json = { "Content-Type": "application/json" };

function setUp(definition: Definition): readonly Step[] {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const post = (id: string, path: string, body: unknown): Step => ({
    id,
    method: "POST",
    path,
    headers: json,
    body: JSON.stringify(body),
  });
  return [
    {
      ...post("ns", "/api/v1/namespaces", {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "zq", labels: { run: "zq" } },
      }),
      quiet: true,
    },
    ...(definition.wrong === undefined ? [] : [post("wrong", `${definitions}?dryRun=All`, definition.wrong)]),
    post("crd", definitions, definition.body),
    ...definition.versions
      .filter(({ served }) => served)
      .map(({ name }): Step => ({
        id: `ready-${name}`,
        method: "GET",
        path: collectionOf(definition, name),
        until: 200,
        after: "crd",
        quiet: true,
      })),
  ];
}

function targetsOf(definition: Definition): readonly [Target, ...Target[]] {
  const custom = definition.versions
    .filter(({ served }) => served)
    .map((version): Target => ({
      collection: collectionOf(definition, version.name),
      apiVersion: `${definition.group}/${version.name}`,
      kind: definition.kind,
      custom: version,
    }));
  const configMaps: Target = {
    collection: "/api/v1/namespaces/zq/configmaps",
    apiVersion: "v1",
    kind: "ConfigMap",
    custom: undefined,
  };
  return [configMaps, ...custom, ...custom, ...custom];
}

const kinds = [
  "create",
  "create",
  "create",
  "update",
  "patch",
  "patch",
  "patch",
  "get",
  "list",
  "list",
  "delete",
  "subresource",
  "odd",
] as const;

function generateStep(context: StepContext): readonly Step[] {
  const { choose, id } = context;
  const target = choose.pick(context.targets);
  switch (choose.pick(kinds)) {
    case "create":
      return [createStep(context, target)];
    case "update":
      return [updateStep(context, target, "")];
    case "patch":
      return [patchStep(context, target, "")];
    case "get":
      return [
        {
          id,
          method: "GET",
          path: `${target.collection}/${choose.pick(objectNames)}${choose.pick(["", "", "?pretty=true", "?resourceVersion=abc"])}`,
          headers: accept(choose, target),
        },
      ];
    case "list":
      return listStep(context, target);
    case "delete":
      return [choose.chance(0.2) ? deleteCollectionStep(context, target) : deleteStep(context, target)];
    case "subresource":
      return [subresourceStep(context, target)];
    case "odd":
      return [oddStep(context, target)];
  }
}

function createStep(context: StepContext, target: Target): Step {
  const { choose, id } = context;
  const object = generateObject(context, target, choose.pick(objectNames));
  const generated = { ...object, metadata: { generateName: "gen-" } };
  const generates = choose.chance(0.06); // in a dry run, since the order of lists would differ
  const form = withBody(choose, generates ? generated : object);
  const options = generates ? "?dryRun=All" : writeOptions(choose);
  return {
    id,
    method: "POST",
    path: `${target.collection}${options}`,
    ...form,
    headers: { ...form.headers, ...accept(choose, target, writeShare) },
  };
}

function updateStep(context: StepContext, target: Target, subresource: string): Step {
  const { choose, id } = context;
  const name = choose.pick(objectNames);
  const inBody = choose.chance(0.97) ? name : "other";
  const form = withBody(choose, generateObject(context, target, inBody));
  return {
    id,
    method: "PUT",
    path: `${target.collection}/${name}${subresource}${writeOptions(choose)}`,
    ...form,
    headers: { ...form.headers, ...accept(choose, target, writeShare) },
  };
}

function subresourceStep(context: StepContext, target: Target): Step {
  const { choose, id } = context;
  const name = choose.pick(objectNames);
  const subresource = choose.pick(["/status", "/status", "/scale", "/nothing"]);
  switch (choose.pick(["get", "update", "patch", "patch"])) {
    case "get":
      return { id, method: "GET", path: `${target.collection}/${name}${subresource}`, headers: accept(choose, target) };
    case "patch":
      return subresource === "/scale" && choose.chance(0.7)
        ? scalePatch(context, target, name)
        : patchStep(context, target, subresource);
    case "update":
      return subresource === "/scale" ? scaleUpdate(context, target, name) : updateStep(context, target, subresource);
  }
}

/** Returns a patch or an apply of the scale of an object. */
function scalePatch({ choose, id, earlier }: StepContext, { collection }: Target, name: string): Step {
  const path = `${collection}/${name}/scale`;
  const replicas = choose.pick<unknown>([0, 1, 3, -1, "x", null, 2_147_483_648, 1.5]);
  const metadata = choose.pick<object>([
    {},
    {},
    { name },
    { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` },
  ]);
  const sent = (type: string, body: unknown, options = writeOptions(choose)): Step => ({
    id,
    method: "PATCH",
    path: `${path}${options}`,
    headers: { "Content-Type": type },
    body: JSON.stringify(body),
  });
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, ...metadata }, spec: { replicas } };
  const force = choose.pick(["", "&force=true"]);
  return choose.pick<() => Step>([
    () => sent("application/merge-patch+json", { metadata, spec: { replicas } }),
    () => sent("application/strategic-merge-patch+json", { spec: { replicas } }),
    () => sent("application/json-patch+json", [{ op: "replace", path: "/spec/replicas", value: replicas }]),
    () => sent("application/json-patch+json", [{ op: "add", path: "/status/replicas", value: replicas }]),
    () => sent("application/apply-patch+yaml", scale, `?fieldManager=${choose.pick(["m1", "m2"])}${force}`),
    () => sent("application/apply-patch+yaml", { ...scale, apiVersion: "v1" }, `?fieldManager=m1${force}`),
  ])();
}

function scaleUpdate({ choose, id, earlier }: StepContext, { collection }: Target, name: string): Step {
  const rv = choose.pick([{}, { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` }]);
  const body = {
    apiVersion: choose.pick(["autoscaling/v1", "autoscaling/v1", "autoscaling/v1", "v1", "extensions/v1beta1"]),
    kind: choose.chance(0.95) ? "Scale" : "Odd",
    metadata: {
      name: choose.chance(0.95) ? name : "other",
      ...(choose.chance(0.9) ? { namespace: "zq" } : {}),
      ...choose.pick<object>([{}, {}, {}, { uid: `{{${pickEarlier(choose, earlier)}.uid}}` }, { labels: { l: "x" } }]),
      ...rv,
    },
    spec: choose.pick<unknown>([
      { replicas: 3 },
      { replicas: 1 },
      { replicas: -1 },
      {},
      { replicas: "x" },
      null,
      { odd: 1 },
    ]),
    ...(choose.chance(0.1) ? { status: { replicas: 2 } } : {}),
  };
  return { id, method: "PUT", path: `${collection}/${name}/scale${writeOptions(choose)}`, ...withBody(choose, body) };
}
