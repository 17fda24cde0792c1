import { describe, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createFeatureGates } from "../component-base/features/feature-gates.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createHealthChecks, type HealthSources } from "./health-checks.ts";
import { createApiServer } from "./server.ts";

const hooks = `start-apiserver-admission-initializer generic-apiserver-start-informers
priority-and-fairness-config-consumer priority-and-fairness-filter storage-object-count-tracker-hook
start-apiextensions-informers start-apiextensions-controllers crd-informer-synced start-system-namespaces-controller
start-cluster-authentication-info-controller start-kube-apiserver-identity-lease-controller
start-kube-apiserver-identity-lease-garbage-collector start-legacy-token-tracking-controller
start-service-ip-repair-controllers rbac/bootstrap-roles scheduling/bootstrap-system-priority-classes
priority-and-fairness-config-producer bootstrap-controller start-kubernetes-service-cidr-controller
start-kube-aggregator-informers apiservice-status-local-available-controller
apiservice-status-remote-available-controller apiservice-registration-controller apiservice-discovery-controller
kube-apiserver-autoregistration`;
const bootSequence = [
  ...hooks.split(/\s+/).map((name) => `poststarthook/${name}`),
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];
const listed = (names: readonly string[], endpoint: string): string =>
  `${names.map((name) => `[+]${name} ok\n`).join("")}${endpoint} check passed\n`;

async function start() {
  const clock = new FakeClock();
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
  const ask = async (path: string) => {
    const answer = await server.fetch(path);
    return [answer.status, await answer.text()];
  };
  return { server, ask };
}

describe("health", () => {
  it("lists the checks of kube-apiserver in its order", async () => {
    const { server, ask } = await start();
    const always = ["ping", "log", "etcd"];
    expect(await ask("/readyz?verbose")).toEqual([
      200,
      listed([...always, "etcd-readiness", "informer-sync", ...bootSequence, "shutdown"], "readyz"),
    ]);
    expect(await ask("/livez?verbose")).toEqual([200, listed([...always, ...bootSequence], "livez")]);
    expect(await ask("/healthz?verbose")).toEqual([200, listed([...always, ...bootSequence], "healthz")]);
    await server.close();
  });

  it("answers each check, whose name may have slashes, on a path of its own", async () => {
    const { server, ask } = await start();
    expect(await ask("/readyz/poststarthook/rbac/bootstrap-roles")).toEqual([200, "ok"]);
    expect(await ask("/livez/autoregister-completion")).toEqual([200, "ok"]);
    expect(await ask("/readyz/informer-sync")).toEqual([200, "ok"]);
    expect((await ask("/livez/informer-sync"))[0]).toBe(404);
    expect((await ask("/readyz/poststarthook/rbac"))[0]).toBe(404);
    await server.close();
  });

  it("excludes checks by name", async () => {
    const { server, ask } = await start();
    const [, text] = await ask("/readyz?verbose&exclude=poststarthook/rbac/bootstrap-roles&exclude=informer-sync");
    expect(text).toContain("[+]poststarthook/rbac/bootstrap-roles excluded: ok\n");
    expect(text).toContain("[+]informer-sync excluded: ok\n");
    await server.close();
  });

  it("is not ready, but lives, while the server shuts down", async () => {
    const { server, ask } = await start();
    server.startShutdown();
    expect(await ask("/readyz")).toEqual([
      500,
      expect.stringMatching(/\[-\]shutdown failed: reason withheld\nreadyz check failed\n$/),
    ]);
    expect(await ask("/readyz/shutdown")).toEqual([500, "internal server error: process is shutting down\n"]);
    expect(await ask("/readyz?exclude=shutdown")).toEqual([200, "ok"]);
    expect(await ask("/livez")).toEqual([200, "ok"]);
    expect((await ask("/api/v1/namespaces"))[0]).toBe(200);
    await server.close();
  });
});

describe("post-start hooks", () => {
  const begin = (sources: Partial<HealthSources>) => {
    const checks = createHealthChecks({
      store: { trouble: undefined, backend: {} },
      clock: new FakeClock(),
      gates: createFeatureGates(),
      livezGraceMs: 0,
      bootstrapped: () => true,
      definitionsSynced: () => true,
      missingApiServices: () => [],
      shuttingDown: () => false,
      ...sources,
    });
    return (name: string, endpoint: "healthz" | "livez" | "readyz") =>
      checks.find((check) => check.name === name)?.check(endpoint);
  };

  it("are unfinished as long as what they start is", () => {
    const state = begin({ bootstrapped: () => false, definitionsSynced: () => false });
    expect(state("poststarthook/rbac/bootstrap-roles", "readyz")).toBe("not finished");
    expect(state("poststarthook/start-system-namespaces-controller", "healthz")).toBe("not finished");
    expect(state("poststarthook/start-apiextensions-controllers", "readyz")).toBe("not finished");
    expect(state("poststarthook/generic-apiserver-start-informers", "readyz")).toBeUndefined();
  });

  it("do not count for livez until its grace period has passed", () => {
    const clock = new FakeClock();
    const state = begin({ clock, livezGraceMs: 10_000, bootstrapped: () => false });
    const name = "poststarthook/rbac/bootstrap-roles";
    expect([state(name, "livez"), state(name, "readyz")]).toEqual([undefined, "not finished"]);
    clock.advance(10_000);
    expect(state(name, "livez")).toBeUndefined();
    clock.advance(1);
    expect(state(name, "livez")).toBe("not finished");
  });

  it("depend on feature gates as upstream's do", () => {
    const gates = createFeatureGates({ APIServerIdentity: false });
    const names = createHealthChecks({
      store: { trouble: undefined, backend: {} },
      clock: new FakeClock(),
      gates,
      livezGraceMs: 0,
      bootstrapped: () => true,
      definitionsSynced: () => true,
      missingApiServices: () => [],
      shuttingDown: () => false,
    }).map(({ name }) => name);
    expect(names.filter((name) => name.includes("identity"))).toEqual([]);
  });
});
