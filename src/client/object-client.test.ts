import { expect, test } from "vitest";
import { Client } from "./client.ts";
import { ObjectClient } from "./object-client.ts";

const json = [["Content-Type", "application/json"]] as const;
const flunder = { apiVersion: "wardle.example.com/v1alpha1", kind: "Flunder", metadata: { name: "one" } };
const resource = {
  resource: "flunders",
  responseKind: { group: "wardle.example.com", version: "v1alpha1", kind: "Flunder" },
  scope: "Namespaced",
  verbs: ["create"],
};

/** A client of a server that has asked an extension server for its kinds after so many questions. */
function clientOf(staleAnswers: number): { readonly objects: ObjectClient; readonly asked: () => number } {
  let asked = 0;
  const client = new Client({
    userAgent: "test",
    handle: async ({ target }) => {
      const isStale = target === "/apis" && asked++ < staleAnswers;
      const version = isStale
        ? { version: "v1alpha1", freshness: "Stale" }
        : { version: "v1alpha1", freshness: "Current", resources: [resource] };
      const items = target === "/apis" ? [{ metadata: { name: "wardle.example.com" }, versions: [version] }] : [];
      const body = JSON.stringify({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", items });
      return { status: 200, headers: json, body };
    },
  });
  return { objects: new ObjectClient(client), asked: () => asked };
}

test("a kind is asked for again until its extension server has been asked for it", async () => {
  const { objects, asked } = clientOf(3);
  expect(await objects.resourceOf(flunder)).toMatchObject({ resource: "flunders", namespace: "default" });
  expect(asked()).toBe(4);
});

test("a kind of an extension server that does not answer is not there", async () => {
  const { objects } = clientOf(Infinity);
  await expect(objects.resourceOf(flunder)).rejects.toThrow(
    'no matches for kind "Flunder" in version "wardle.example.com/v1alpha1"',
  );
});

test("a kind that no server says to have is asked for once", async () => {
  const { objects, asked } = clientOf(0);
  await expect(objects.resourceOf({ ...flunder, kind: "Flounder" })).rejects.toThrow("no matches for kind");
  expect(asked()).toBe(1);
});
