import { expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { withDefaultAccounts } from "./default-accounts.ts";

const object = (kind: string, name: string, namespace?: string): KubeObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
});

const shown = (objects: readonly KubeObject[]): readonly string[] =>
  withDefaultAccounts(objects).map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`);

it("the default account of a namespace comes before its first pod, unless it is among the objects", () => {
  const objects = [
    object("Namespace", "shop"),
    object("Pod", "a", "shop"),
    object("Pod", "b", "shop"),
    object("ServiceAccount", "default"),
    object("Pod", "c"),
    object("ConfigMap", "d", "other"),
  ];
  expect(shown(objects)).toEqual([
    "Namespace /shop",
    "ServiceAccount shop/default",
    "Pod shop/a",
    "Pod shop/b",
    "ServiceAccount /default",
    "Pod /c",
    "ConfigMap other/d",
  ]);
});

it("the namespace that is always there has one, also where nothing else is", () =>
  expect(shown([])).toEqual(["ServiceAccount default/default"]));
