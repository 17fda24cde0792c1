import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates, type FeatureSettings } from "../../component-base/features/feature-gates.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { builtinResources } from "../all-resources.ts";
import { testContext } from "../testing/strategy-context.ts";
import { withGatedFields } from "./drop-gated-fields.ts";
import { readPlace } from "./field-place.ts";
import { kindFields, podSpecFields, podSpecs, stopSignals } from "./gated-fields.ts";

const definitionOf = (resource: string) => {
  const found = builtinResources.find((d) => d.resource === resource);
  if (found === undefined) throw new Error(`no ${resource}`);
  return found;
};

async function strategyOf(resource: string, settings: FeatureSettings, release?: number): Promise<Strategy> {
  const found = definitionOf(resource);
  return (await withGatedFields(found, createFeatureGates(settings, release)).behavior(found.version)).strategy;
}

const object = (spec: object): KubeObject => ({ metadata: { name: "a" }, spec }) as KubeObject;
const created = async (resource: string, spec: object, settings: FeatureSettings = {}, release?: number) =>
  (await strategyOf(resource, settings, release)).prepareForCreate?.(object(spec), testContext())["spec"];
const updated = async (resource: string, spec: object, old: object, settings: FeatureSettings = {}) =>
  (await strategyOf(resource, settings)).prepareForUpdate?.(object(spec), object(old), testContext())["spec"];

const pod = (container: object, more: object = {}) => ({ containers: [{ name: "a", ...container }], ...more });

describe("fields of features that are off", () => {
  it("are dropped from new objects, and kept where the feature is on", async () => {
    const spec = pod({ restartPolicyRules: [{ action: "Restart" }] }, { hostnameOverride: "x" });
    expect(await created("pods", spec)).toEqual(pod({}));
    expect(await created("pods", spec, { HostnameOverride: true, ContainerRestartRules: true })).toEqual(spec);
  });

  it("are dropped in the pods of templates too", async () => {
    expect(
      await created("cronjobs", {
        jobTemplate: { spec: { template: { spec: { hostnameOverride: "x", nodeName: "n" } } } },
      }),
    ).toMatchObject({ jobTemplate: { spec: { template: { spec: { nodeName: "n" } } } } });
    expect(await created("deployments", { template: { spec: { hostnameOverride: "x" } } })).toEqual({
      template: { spec: {} },
    });
  });

  it("stay where the live object has the feature in use, and come to no other", async () => {
    const used = { updateStrategy: { rollingUpdate: { maxUnavailable: 1 } } };
    const more = { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } };
    expect(await updated("statefulsets", more, used)).toEqual(more);
    expect(await updated("statefulsets", more, {})).toEqual({ updateStrategy: { rollingUpdate: {} } });
  });

  it("stay in claims that use the feature by a field that is not dropped", async () => {
    const claim = (capacity: object, constraints: readonly object[]) => ({
      spec: { devices: { requests: [{ name: "r", exactly: { count: 1, ...capacity } }], constraints } },
    });
    const distinct = [{ distinctAttribute: "d.example.com/a" }];
    const asking = { capacity: { requests: { a: "1" } } };
    expect(await created("resourceclaimtemplates", claim(asking, distinct))).toEqual(claim({}, distinct));
    expect(await updated("resourceclaimtemplates", claim(asking, distinct), claim({}, distinct))).toEqual(
      claim(asking, distinct),
    );
  });

  it("go by what a release has on", async () => {
    const spec = pod({ resizePolicy: [{ resourceName: "cpu" }] });
    expect(await created("pods", spec)).toEqual(spec);
    expect(await created("pods", spec, {}, 32)).toEqual(pod({}));
  });

  it("stay in the status of pods whose spec uses the feature", async () => {
    const found = definitionOf("pods");
    const gates = createFeatureGates({}, 33);
    const { subresourceBehaviors } = await withGatedFields(found, gates).behavior(found.version);
    const strategy = subresourceBehaviors?.["status"]?.strategy;
    const status = { resourceClaimStatuses: [{ name: "c", resourceClaimName: "x" }] };
    const statusOver = (spec: object) =>
      strategy?.prepareForUpdate?.({ ...object(spec), status }, { ...object(spec), status: {} }, testContext())[
        "status"
      ];
    expect(statusOver(pod({}))).toEqual({});
    expect(statusOver(pod({}, { resourceClaims: [{ name: "c" }] }))).toEqual(status);
  });

  it("take with them what is nothing without them", async () => {
    expect(await created("pods", pod({ lifecycle: { stopSignal: "SIGTERM" } }))).toEqual(pod({}));
    expect(await created("pods", pod({ lifecycle: { stopSignal: "SIGTERM", preStop: {} } }))).toEqual(
      pod({ lifecycle: { preStop: {} } }),
    );
    const mounts = [
      { name: "image", mountPath: "/a" },
      { name: "empty", mountPath: "/b" },
    ];
    const volumes = [
      { name: "image", image: {} },
      { name: "empty", emptyDir: {} },
    ];
    expect(await created("pods", pod({ volumeMounts: mounts }, { volumes }))).toEqual(
      pod({ volumeMounts: [mounts[1]] }, { volumes: [volumes[1]] }),
    );
  });

  it("may be values of a field", async () => {
    const claim = (namespace?: string) => ({
      dataSourceRef: { kind: "PersistentVolumeClaim", name: "a", ...(namespace !== undefined && { namespace }) },
    });
    expect(await created("persistentvolumeclaims", claim("other"))).not.toHaveProperty("dataSourceRef");
    expect(await created("persistentvolumeclaims", claim())).toHaveProperty("dataSourceRef");
    expect(await updated("persistentvolumeclaims", claim("other"), claim())).toHaveProperty("dataSourceRef.namespace");
    expect(await created("pods", pod({ securityContext: { procMount: "Unmasked" } }), {}, 32)).toEqual(
      pod({ securityContext: { procMount: "Default" } }),
    );
  });

  it("are those of definitions that earlier releases did not have", async () => {
    const schema = (rule: object) => ({
      schema: { openAPIV3Schema: { properties: { a: { items: { "x-kubernetes-validations": [rule] } } } } },
    });
    const spec = {
      versions: [
        {
          name: "v1",
          selectableFields: [{ jsonPath: ".a" }],
          ...schema({ rule: "self == oldSelf", optionalOldSelf: true }),
        },
      ],
    };
    const off = { CustomResourceFieldSelectors: false, CRDValidationRatcheting: false };
    const rest = { versions: [{ name: "v1", ...schema({ rule: "self == oldSelf" }) }] };
    const strategy = await strategyOf("customresourcedefinitions", off, 31);
    expect(strategy.prepareForCreate?.(object(spec), testContext())["spec"]).toMatchObject(rest);
    expect(JSON.stringify(strategy.prepareForCreate?.(object(spec), testContext()))).not.toMatch(
      /optionalOldSelf|selectableFields/,
    );
    expect(strategy.prepareForUpdate?.(object(spec), object(spec), testContext())["spec"]).toMatchObject(spec);
    expect(JSON.stringify(await created("customresourcedefinitions", spec))).toMatch(
      /selectableFields.*optionalOldSelf/,
    );
  });

  it("leave objects alone that have none of them", async () => {
    const spec = pod({ image: "i" });
    expect(await created("pods", spec)).toBe(spec);
  });
});

describe("the table of gated fields", () => {
  let types: TypeRegistry;
  beforeAll(async () => {
    types = await loadBuiltinTypes();
  });

  /** Returns the schema at a path, or undefined. */
  function schemaAt(schema: Schema | undefined, place: string): Schema | undefined {
    return readPlace(place).reduce<Schema | undefined>((at, { name, each }) => {
      const found = at?.kind === "object" ? at.field(name)?.schema : undefined;
      if (!each) return found;
      return found?.kind === "list" ? found.items.schema : found?.kind === "map" ? found.values.schema : undefined;
    }, schema);
  }

  const storedSchema = (resource: string): Schema | undefined => {
    const { group, version, storageVersion, kind } = definitionOf(resource);
    return types.schemaOf({ group, version: storageVersion?.version ?? version, kind });
  };

  it("names fields that there are", () => {
    const places = [
      ...[...kindFields]
        .filter(([key]) => key !== "/serviceaccounts/token")
        .flatMap(([key, rows]) => rows.flatMap(({ places: all }) => all.map((place) => [key, place] as const))),
      ...[...podSpecs].flatMap(([key, prefix]) =>
        [...podSpecFields.flatMap(({ places: all }) => all), ...stopSignals.lifecycles].map(
          (place) => [key, `${prefix}.${place}`] as const,
        ),
      ),
    ];
    expect(
      places.filter(([key, place]) => schemaAt(storedSchema(key.split("/")[1] ?? ""), place) === undefined),
    ).toEqual([]);
  });
});
