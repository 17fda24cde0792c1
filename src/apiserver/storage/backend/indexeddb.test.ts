import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { expect, it } from "vitest";
import { BackendError } from "./backend-error.ts";
import { openIndexedDbBackend } from "./indexeddb.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import { describeBackend } from "./testing/describe-backend.ts";

let count = 0;
const uniqueName = (): string => `kubepad-test-${++count}`;

describeBackend("indexeddb", () => {
  const name = uniqueName();
  return { open: () => openIndexedDbBackend({ name }), remove: () => deleteDB(name) };
});

async function errorOf(promise: Promise<unknown>): Promise<BackendError> {
  const error = await promise.then(() => undefined, (err: unknown) => err);
  if (!(error instanceof BackendError)) throw new Error(`no BackendError but ${String(error)}`);
  return error;
}

it("does not touch what a newer version wrote", async () => {
  const name = uniqueName();
  (await openDB(name, 99)).close();
  const error = await errorOf(openIndexedDbBackend({ name }));
  expect(error.code).toBe("NewerLayout");
  expect(error.message).toContain("newer version");
});

it("lets go of the database when a newer version wants it, and says so", async () => {
  const name = uniqueName();
  const backend = await openIndexedDbBackend({ name });
  (await openDB(name, 99)).close();
  const error = await errorOf(backend.append({ revision: 1, writes: [] }));
  expect(error.code).toBe("ConnectionLost");
  expect(error.message).toContain("newer version");
});

it("gives the browser's estimate", async () => {
  const backend = await openIndexedDbBackend({ name: uniqueName(), estimate: async () => ({ usage: 1, quota: 2 }) });
  expect(await backend.usage()).toEqual({ usage: 1, quota: 2 });
  await backend.close();
});

it.each([
  ["QuotaExceededError", "QuotaExceeded"],
  ["VersionError", "NewerLayout"],
  ["InvalidStateError", "ConnectionLost"],
  ["AbortError", "Aborted"],
])("takes %s for %s", (name, code) => {
  expect(toBackendError(new DOMException("x", name)).code).toBe(code);
});
