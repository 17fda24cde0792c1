import { createChooser } from "./chooser.ts";
import { collectionOf, generateDefinition, type Definition } from "./generate-definition.ts";
import {
  accept,
  generateObject,
  objectNames,
  pickEarlier,
  writeOptions,
  type StepContext,
  type Target,
} from "./generate-request.ts";
import { generateChange } from "./generate-change.ts";
import { generateMutations } from "./generate-mutation.ts";
import { generatePolicy } from "./generate-policy.ts";
import { patchStep } from "./generate-patch.ts";
import { listStep } from "./generate-list.ts";
import { withBody } from "./body-forms.ts";
import type { Step } from "./sequence.ts";

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
    steps.push(...(choose.chance(0.02) ? generateChange(context, definition) : generateStep(context)));
  }
  return steps;
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
  if (method !== "POST" || !/customresourcedefinitions|admission/.test(path)) return [];
  const name = /"metadata":\{"name":"([^"]+)"/.exec(body ?? "")?.[1];
  return name === undefined ? [] : [`${path.replace(/\?.*/, "")}/${name}`];
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
  "update",
  "patch",
  "patch",
  "patch",
  "get",
  "list",
  "list",
  "delete",
  "deletecollection",
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
      return [deleteStep(context, target)];
    case "deletecollection":
      return choose.chance(0.4)
        ? [
            {
              id,
              method: "DELETE",
              path: `${target.collection}${choose.pick(["", "?labelSelector=l%3Dx", "?dryRun=All", "?fieldSelector=metadata.name%3Da"])}`,
            },
          ]
        : [deleteStep(context, target)];
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
    headers: { ...form.headers, ...accept(choose, target) },
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
    headers: { ...form.headers, ...accept(choose, target) },
  };
}

function deleteStep({ choose, id, earlier }: StepContext, target: Target): Step {
  const path = `${target.collection}/${choose.pick(objectNames)}${choose.pick(["", "", "", "?dryRun=All", "?propagationPolicy=Foreground", "?gracePeriodSeconds=0", "?gracePeriodSeconds=x"])}`;
  if (choose.chance(0.5)) return { id, method: "DELETE", path, headers: accept(choose, target) };
  const form = withBody(choose, {
    kind: "DeleteOptions",
    apiVersion: "v1",
    ...choose.pick<object>([
      {},
      { propagationPolicy: choose.pick(["Foreground", "Background", "Orphan", "Odd"]) },
      { orphanDependents: choose.chance(0.5) },
      { gracePeriodSeconds: choose.pick([0, 5, -1]) },
      { orphanDependents: true, propagationPolicy: "Orphan" },
    ]),
    ...choose.pick<object>([
      {},
      {},
      { preconditions: { uid: `{{${pickEarlier(choose, earlier)}.uid}}` } },
      { preconditions: { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` } },
      { preconditions: { uid: "x" } },
    ]),
    ...choose.pick<object>([{}, {}, {}, { dryRun: ["All"] }, { odd: true }]),
  });
  return { id, method: "DELETE", path, ...form };
}

function subresourceStep(context: StepContext, target: Target): Step {
  const { choose, id } = context;
  const name = choose.pick(objectNames);
  const subresource = choose.pick(["/status", "/status", "/scale", "/nothing"]);
  switch (choose.pick(["get", "update", "patch"])) {
    case "get":
      return { id, method: "GET", path: `${target.collection}/${name}${subresource}`, headers: accept(choose, target) };
    case "patch":
      return patchStep(context, target, subresource);
    case "update":
      return subresource === "/scale" ? scaleUpdate(context, target, name) : updateStep(context, target, subresource);
  }
}

function scaleUpdate({ choose, id, earlier }: StepContext, { collection }: Target, name: string): Step {
  const rv = choose.pick([{}, { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` }]);
  const body = {
    apiVersion: choose.pick(["autoscaling/v1", "autoscaling/v1", "v1"]),
    kind: "Scale",
    metadata: { name, namespace: "zq", ...rv },
    spec: choose.pick<object>([{ replicas: 3 }, { replicas: -1 }, {}, { replicas: "x" }]),
  };
  return { id, method: "PUT", path: `${collection}/${name}/scale${writeOptions(choose)}`, ...withBody(choose, body) };
}

function oddStep({ choose, id }: StepContext, { collection }: Target): Step {
  const named = `${collection}/${choose.pick(objectNames)}`;
  return choose.pick<Step>([
    { id, method: "POST", path: named, headers: json, body: "{}" },
    { id, method: "PUT", path: collection, headers: json, body: "{}" },
    { id, method: "PATCH", path: named, headers: json, body: "{}" },
    { id, method: "POST", path: collection, headers: { "Content-Type": "text/plain" }, body: "{}" },
    { id, method: "POST", path: collection, headers: json, body: "" },
    { id, method: "HEAD", path: named },
    { id, method: "OPTIONS", path: named },
    { id, method: "GET", path: `${named}/a/b` },
    { id, method: "GET", path: `${collection}/` },
    { id, method: "GET", path: `${collection}/a%2Fb` },
    { id, method: "GET", path: "/apis/zq.example.com/v9/widgets" },
    { id, method: "GET", path: "/apis/zq.example.com/v1/nothing" },
    { id, method: "GET", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/absent" },
    { id, method: "GET", path: collection, headers: { Authorization: "Bearer wrong" } },
  ]);
}
