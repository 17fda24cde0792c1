import { describe, expect, it } from "vitest";
import { deprecationOf } from "./api-lifecycle.ts";
import { migrationOfKind, migrationOfResource, resourceOfKind } from "./find-migration.ts";
import { lifecycleTable } from "./lifecycle-table.ts";
import { migrationGuide } from "./migration-guide.ts";
import { removedKinds } from "./removed-kinds.ts";

const kindsOf = (table: typeof removedKinds) =>
  table.flatMap(([groupVersion, kinds, , deprecated, removed]) =>
    kinds.split(" ").map((kind) => ({ groupVersion, kind, deprecated, removed })),
  );

describe("the migration guide", () => {
  it("tells when a version was deprecated and removed, and what to use since when", () => {
    expect(migrationOfResource("extensions/v1beta1", "ingresses")).toMatchObject({
      kind: "Ingress",
      life: { deprecated: 14, removed: 22 },
      row: { to: "networking.k8s.io/v1", since: 19 },
    });
    expect(migrationOfKind("apps/v1beta2", "DaemonSet")).toMatchObject({
      life: { removed: 16 },
      row: { to: "apps/v1", since: 9 },
    });
  });

  it("has nothing on what is not old", () => {
    expect(migrationOfResource("apps/v1", "deployments")).toBeUndefined();
    expect(migrationOfResource("apps/v1beta1", "daemonsets")).toBeUndefined();
  });

  it("speaks of kinds that there were, each once, and every version it names has a life", () => {
    const named = migrationGuide.flatMap(({ from, kinds }) =>
      from.flatMap((groupVersion) => kinds.map((kind) => `${groupVersion} ${kind}`)),
    );
    expect(new Set(named).size).toBe(named.length);
    const known = new Set(
      [...kindsOf(removedKinds), ...kindsOf(lifecycleTable)].map(({ groupVersion, kind }) => `${groupVersion} ${kind}`),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("misses no version that is gone", () => {
    const gone = [...kindsOf(removedKinds), ...kindsOf(lifecycleTable)].filter(
      ({ removed }) => removed !== undefined && removed <= 34,
    );
    expect(gone.filter(({ groupVersion, kind }) => migrationOfKind(groupVersion, kind) === undefined)).toEqual([]);
  });

  it("has a row for whatever draws a warning and has somewhere to go", () => {
    const warned = kindsOf(lifecycleTable).filter(({ groupVersion, kind }) => {
      const [group, version] = groupVersion.includes("/") ? groupVersion.split("/") : ["", groupVersion];
      return deprecationOf({ group: group ?? "", version: version ?? "", kind }) !== undefined;
    });
    expect(
      warned
        .filter(({ groupVersion, kind }) => migrationOfKind(groupVersion, kind) === undefined)
        .map(({ kind }) => kind),
    ).toEqual(["StorageVersionMigration"]);
  });

  it.each([
    ["Ingress", "ingresses"],
    ["NetworkPolicy", "networkpolicies"],
    ["Endpoints", "endpoints"],
    ["RuntimeClass", "runtimeclasses"],
    ["CronJob", "cronjobs"],
  ])("finds the resource of %s", (kind, resource) => {
    expect(resourceOfKind(kind)).toBe(resource);
  });
});
