import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates, type FeatureSettings } from "../../component-base/features/feature-gates.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
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

const strategyOf = (resource: string, settings: FeatureSettings, release?: number) =>
  withGatedFields(definitionOf(resource), createFeatureGates(settings, release)).strategy;

const object = (spec: object): KubeObject => ({ metadata: { name: "a" }, spec }) as KubeObject;
const created = (resource: string, spec: object, settings: FeatureSettings = {}, release?: number) =>
  strategyOf(resource, settings, release).prepareForCreate?.(object(spec), testContext())["spec"];
const updated = (resource: string, spec: object, old: object, settings: FeatureSettings = {}) =>
  strategyOf(resource, settings).prepareForUpdate?.(object(spec), object(old), testContext())["spec"];

const pod = (container: object, more: object = {}) => ({ containers: [{ name: "a", ...container }], ...more });

describe("fields of features that are off", () => {
  it("are dropped from new objects, and kept where the feature is on", () => {
    const spec = pod({ restartPolicyRules: [{ action: "Restart" }] }, { hostnameOverride: "x" });
    expect(created("pods", spec)).toEqual(pod({}));
    expect(created("pods", spec, { HostnameOverride: true, ContainerRestartRules: true })).toEqual(spec);
  });

  it("are dropped in the pods of templates too", () => {
    expect(
      created("cronjobs", { jobTemplate: { spec: { template: { spec: { hostnameOverride: "x", nodeName: "n" } } } } }),
    ).toMatchObject({ jobTemplate: { spec: { template: { spec: { nodeName: "n" } } } } });
    expect(created("deployments", { template: { spec: { hostnameOverride: "x" } } })).toEqual({
      template: { spec: {} },
    });
  });

  it("stay where the live object has the feature in use, and come to no other", () => {
    const used = { updateStrategy: { rollingUpdate: { maxUnavailable: 1 } } };
    const more = { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } };
    expect(updated("statefulsets", more, used)).toEqual(more);
    expect(updated("statefulsets", more, {})).toEqual({ updateStrategy: { rollingUpdate: {} } });
  });

  it("go by what a release has on", () => {
    const spec = pod({ resizePolicy: [{ resourceName: "cpu" }] });
    expect(created("pods", spec)).toEqual(spec);
    expect(created("pods", spec, {}, 32)).toEqual(pod({}));
  });

  it("take with them what is nothing without them", () => {
    expect(created("pods", pod({ lifecycle: { stopSignal: "SIGTERM" } }))).toEqual(pod({}));
    expect(created("pods", pod({ lifecycle: { stopSignal: "SIGTERM", preStop: {} } }))).toEqual(
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
    expect(created("pods", pod({ volumeMounts: mounts }, { volumes }))).toEqual(
      pod({ volumeMounts: [mounts[1]] }, { volumes: [volumes[1]] }),
    );
  });

  it("may be values of a field", () => {
    const claim = (namespace?: string) => ({
      dataSourceRef: { kind: "PersistentVolumeClaim", name: "a", ...(namespace !== undefined && { namespace }) },
    });
    expect(created("persistentvolumeclaims", claim("other"))).not.toHaveProperty("dataSourceRef");
    expect(created("persistentvolumeclaims", claim())).toHaveProperty("dataSourceRef");
    expect(created("pods", pod({ securityContext: { procMount: "Unmasked" } }), {}, 32)).toEqual(
      pod({ securityContext: { procMount: "Default" } }),
    );
  });

  it("are those of definitions that earlier releases did not have", () => {
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
    const strategy = withGatedFields(definitionOf("customresourcedefinitions"), createFeatureGates(off, 31)).strategy;
    expect(strategy.prepareForCreate?.(object(spec), testContext())["spec"]).toMatchObject(rest);
    expect(JSON.stringify(strategy.prepareForCreate?.(object(spec), testContext()))).not.toMatch(
      /optionalOldSelf|selectableFields/,
    );
    expect(strategy.prepareForUpdate?.(object(spec), object(spec), testContext())["spec"]).toMatchObject(spec);
    expect(JSON.stringify(created("customresourcedefinitions", spec))).toMatch(/selectableFields.*optionalOldSelf/);
  });

  it("leave objects alone that have none of them", () => {
    const spec = pod({ image: "i" });
    expect(created("pods", spec)).toBe(spec);
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
