import { beforeAll, describe, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { resourcesOf, settingsOf } from "../options.ts";
import { storedResources } from "./stored-resources.ts";
import recorded from "./testing/recorded.json" with { type: "json" };

type Row = readonly [name: string, encoding: string, decodable: string, served: string];

describe("the versions in which a server stores", () => {
  let types: TypeRegistry;
  beforeAll(async () => void (types = await loadBuiltinTypes()));

  function rows(runtimeConfig: ReadonlyMap<string, string>, featureGates: Readonly<Record<string, boolean>>) {
    const base = { backend: createMemoryBackend(), clock: new FakeClock(), random: createSystemRandom() };
    const { served } = resourcesOf(settingsOf({ ...base, featureGates }), types, runtimeConfig);
    const sorted = storedResources(served).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return sorted.map(({ name, versions }): Row => {
      const { encodingVersion, decodableVersions, servedVersions } = versions;
      return [name, encodingVersion, decodableVersions.join(" "), servedVersions.toSorted().join(" ")];
    });
  }

  it("are those of kube-apiserver 1.34 by default", () =>
    expect(rows(new Map([["internal.apiserver.k8s.io/v1alpha1", "true"]]), {})).toEqual(recorded.default));

  it("are those of kube-apiserver 1.34 with all APIs enabled", () => {
    // oxfmt-ignore
    const gates = { AllBeta: true, MutatingAdmissionPolicy: true, ClusterTrustBundle: true, CoordinatedLeaderElection: true, DRADeviceTaints: true, PodCertificateRequest: true, StorageVersionMigrator: true };
    const all = rows(new Map([["api/all", "true"]]), gates);
    expect(all.filter((row) => !recorded.default.some((other) => String(other) === String(row)))).toEqual(
      recorded.allEnabled,
    );
  });

  it("are one for resources that are stored as one", () => {
    const resource = {
      singular: "",
      kind: "Event",
      resource: "events",
      namespaced: true,
      servedByDefault: true,
      verbs: [],
    };
    const [events] = storedResources([
      { ...resource, group: "events.k8s.io", version: "v1" },
      { ...resource, group: "", version: "v1" },
    ]);
    expect(events).toEqual({
      name: "core.events",
      resources: ["events", "events.events.k8s.io"],
      versions: { encodingVersion: "v1", decodableVersions: ["v1", "events.k8s.io/v1"], servedVersions: ["v1"] },
    });
  });
});
