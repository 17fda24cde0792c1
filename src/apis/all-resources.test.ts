import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorMessage } from "../apimachinery/field-error.ts";
import { formatGroupVersion } from "../apimachinery/gvk.ts";
import type { ResourceInfo, SubresourceInfo } from "../apiserver/registry/resource-definition.ts";
import { builtinResources } from "./all-resources.ts";
import { loadDefinitions } from "./testing/load-definitions.ts";
import { testContext } from "./testing/strategy-context.ts";

/** A resource or subresource as listed by the discovery of a real server. */
interface Fact {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly kindGroupVersion?: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly connect?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly servedByDefault: boolean;
}

const facts: readonly Fact[] = JSON.parse(
  gunzipSync(readFileSync(new URL("testing/resources.json.gz", import.meta.url))).toString(),
);

const path = (row: { readonly group: string; readonly version: string; readonly resource: string }): string =>
  `${formatGroupVersion(row)}/${row.resource}`;

function subresourceFact(row: ResourceInfo, sub: SubresourceInfo): Fact {
  const { group, version, namespaced, servedByDefault } = row;
  const gvk = sub.gvk ?? { group, version, kind: row.kind };
  const foreign = gvk.group !== group || gvk.version !== version;
  const connects = sub.shape.type === "connect" && sub.name !== "log";
  return {
    group,
    version,
    resource: `${row.resource}/${sub.name}`,
    kind: gvk.kind,
    ...(foreign && { kindGroupVersion: formatGroupVersion(gvk) }),
    namespaced,
    verbs: connects ? [] : sub.verbs,
    ...(connects && sub.shape.type === "connect" && { connect: sub.shape.methods.map((m) => m.toLowerCase()).sort() }),
    servedByDefault,
  };
}

function factsOf(row: ResourceInfo): readonly Fact[] {
  const { group, version, resource, kind, namespaced, verbs, shortNames, categories, servedByDefault } = row;
  const own = {
    group,
    version,
    resource,
    kind,
    namespaced,
    verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    servedByDefault,
  };
  return [own, ...(row.subresources ?? []).map((sub) => subresourceFact(row, sub))];
}

const definitions = await loadDefinitions();

describe("the built-in resources", () => {
  it("are those of a v1.34 server, with the same kinds, verbs, names and subresources", () => {
    const ours = new Map(builtinResources.flatMap(factsOf).map((fact) => [path(fact), fact]));
    const theirs = new Map(facts.map((fact) => [path(fact), fact]));
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    for (const [key, fact] of theirs) expect(ours.get(key), key).toEqual(fact);
  });

  it("stand in discovery's order: groups by priority, versions by preference, names by alphabet", () => {
    const versions = [...new Set(builtinResources.map(formatGroupVersion))];
    expect(versions.slice(0, 8)).toEqual([
      "v1",
      "apiregistration.k8s.io/v1",
      "apps/v1",
      "events.k8s.io/v1",
      "authentication.k8s.io/v1",
      "authorization.k8s.io/v1",
      "autoscaling/v2",
      "autoscaling/v1",
    ]);
    for (const version of versions) {
      const names = builtinResources.filter((row) => formatGroupVersion(row) === version).map((row) => row.resource);
      expect(names, version).toEqual([...names].sort());
    }
  });

  it("list their subresources by name and their verbs by alphabet", () => {
    for (const row of builtinResources) {
      const names = (row.subresources ?? []).map((sub) => sub.name);
      expect(names, row.resource).toEqual([...names].sort());
      for (const verbs of [row.verbs, ...(row.subresources ?? []).map((sub) => sub.verbs)])
        expect(verbs, row.resource).toEqual([...verbs].sort());
    }
  });

  it("let proxies be found in discovery by the verbs of their methods", () => {
    const verbsOf = (resource: string, name: string) =>
      builtinResources
        .find((r) => r.group === "" && r.resource === resource)
        ?.subresources?.find((s) => s.name === name)?.verbs;
    expect(verbsOf("nodes", "proxy")).toEqual(["create", "delete", "get", "patch", "update"]);
    expect(verbsOf("pods", "exec")).toEqual(["create", "get"]);
  });

  it("share storage only among versions of one kind", () => {
    const kinds = new Map<string, Set<string>>();
    for (const row of builtinResources) {
      if (row.unstored === true) continue;
      const prefix = row.storagePrefix ?? row.resource;
      const stored = formatGroupVersion(row.storageVersion ?? row);
      kinds.set(prefix, (kinds.get(prefix) ?? new Set()).add(`${stored}/${row.kind}`));
    }
    for (const [prefix, stored] of kinds) expect([...stored], prefix).toHaveLength(1);
  });

  it("give each subresource the behavior of its shape", () => {
    for (const { resource, subresources = [], subresourceBehaviors = {} } of definitions) {
      const expected = { update: "strategy", create: "create", connect: "connect" } as const;
      const wanted = subresources.flatMap(({ name, shape }) =>
        shape.type === "scale" ? [] : [[name, [expected[shape.type]]] as const],
      );
      const given = Object.entries(subresourceBehaviors).map(
        ([name, own]) => [name, Object.keys(own).filter((member) => member !== "default")] as const,
      );
      expect(Object.fromEntries(given), resource).toEqual(Object.fromEntries(wanted));
    }
  });

  it("accept only field labels that name a field of theirs", () => {
    const unknown = builtinResources.flatMap((row) => {
      const known = new Set(["metadata.name", "metadata.namespace", ...Object.keys(row.selectableFields ?? {})]);
      return Object.entries(row.fieldLabels?.accepted ?? {})
        .filter(([, field]) => !known.has(field))
        .map(([label]) => `${row.resource} ${label}`);
    });
    expect(unknown.filter((label) => !label.endsWith("status.podIPs"))).toEqual([]);
  });

  it.each([
    ["configmaps", 1, 2],
    ["resourcequotas", 1, 1],
    ["leases", 0, 0],
  ])("ask finalizers of %s for a domain as often as upstream does", (resource, onCreate, onUpdate) => {
    const strategy = definitions.find((row) => row.resource === resource)?.strategy;
    const object = { metadata: { name: "a", finalizers: ["example.com/a", "hold", "orphan"] } };
    const message =
      'metadata.finalizers[1]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified';
    expect(strategy?.validate?.(object, testContext()).map(errorMessage)).toEqual(Array(onCreate).fill(message));
    const checks = (strategy?.updateSteps ?? []).filter((step) => step === "whole" || step === "change");
    const told = checks.flatMap(() => strategy?.validateOwnMetadata?.(object.metadata) ?? []);
    expect(told.map(errorMessage)).toEqual(Array(onUpdate).fill(message));
  });
});
