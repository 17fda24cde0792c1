import { expect, it, vi } from "vitest";

it("makes no error while modules are loaded, for which V8 would read the whole script again to know the line", async () => {
  vi.resetModules(); // other test files have loaded most of them
  const made: unknown[] = [];
  const RealError = globalThis.Error;
  globalThis.Error = new Proxy(RealError, {
    construct: (target, values, newTarget) => (made.push(values[0]), Reflect.construct(target, values, newTarget)),
  });
  try {
    const { createApiServer } = await import("../kube-apiserver/server.ts");
    await import("../controllers/controller-manager.ts");
    await import("../apiserver/storage/backend/indexeddb.ts");
    await import("./host/serve-worker.ts");
    expect(createApiServer).toBeTypeOf("function");
  } finally {
    globalThis.Error = RealError;
  }
  expect(made).toEqual([]);
}, 60_000);
