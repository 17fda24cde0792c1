import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { expect, it } from "vitest";
import { newNotFound, newResourceExpired } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { anonymousUser } from "../request/user.ts";
import type { ListOptions, Stored, StoredList } from "../storage/interface.ts";
import { everything } from "../storage/selection-predicate.ts";
import type { ResourceStore } from "./rest.ts";
import { deleteCollection } from "./store-delete-collection.ts";

const list: ListOptions = {
  resourceVersion: "",
  resourceVersionMatch: "",
  predicate: everything,
  limit: 0,
  continue: "",
};

const stored = (name: string): Stored<KubeObject> => ({
  key: name,
  revision: 1,
  text: "",
  attributes: { labels: {}, fields: {} },
  object: { metadata: { name, namespace: "ns" } },
});

/** A store that remembers one deletion: the second page of a list comes too late. */
function forgetfulStore(count: number) {
  const left = new Map(Array.from({ length: count }, (_, i) => [`o${i}`, stored(`o${i}`)]));
  let deletions = 0;
  const store: Pick<ResourceStore, "list" | "delete"> = {
    async list(_, options): Promise<StoredList<KubeObject>> {
      if (options.continue !== "" && deletions > 1) throw newResourceExpired("too old");
      const items = [...left.values()].slice(0, options.limit === 0 ? undefined : options.limit);
      return { items, revision: 7, continue: items.length < left.size ? "more" : "" };
    },
    async delete(_, name) {
      deletions++;
      if (!left.delete(name)) throw newNotFound({ group: "", resource: "foos" }, name);
      return { kind: "status", status: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } };
    },
  };
  const gates = createFeatureGates();
  const ctx = { user: anonymousUser, namespace: "", dryRun: false, now: "", gates, warn: () => undefined };
  return {
    left,
    delete: (options: Partial<ListOptions> = {}) =>
      deleteCollection(store as ResourceStore, ctx, {}, { ...list, ...options }, () => undefined),
  };
}

it("deletes everything, however little of the history is left when it is half done", async () => {
  const store = forgetfulStore(12_000);
  const { items, revision, continue: next } = await store.delete();
  expect([items.length, revision, next, store.left.size]).toEqual([12_000, 7, "", 0]);
});

it("deletes one page where the request has a limit, and says how to go on", async () => {
  const store = forgetfulStore(5);
  const { items, continue: next } = await store.delete({ limit: 2 });
  expect([items.length, next, store.left.size]).toEqual([2, "more", 3]);
});

it("ends where nobody waits for it any more", async () => {
  const store = forgetfulStore(2_000);
  const gone = AbortSignal.abort(new Error("gone"));
  await expect(store.delete({ signal: gone })).rejects.toThrow("gone");
  expect(store.left.size).toBeGreaterThan(0);
});
