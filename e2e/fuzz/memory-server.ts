import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import type { ApiServerOptions } from "../../src/kube-apiserver/options.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";

/** The gates without which some kinds are not served. */
const gatesOfKinds = Object.fromEntries(
  builtinResources.flatMap(({ gate }) => (gate === undefined ? [] : [[gate, true] as const])),
);

/** Creates a server in memory that serves all versions; what it reports as bugs is added to `bugs`. */
export const createMemoryServer = (bugs: unknown[] = [], more: Partial<ApiServerOptions> = {}) =>
  createApiServer({
    ...more,
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    runtimeConfig: new Map([["api/all", "true"]]),
    featureGates: { ...gatesOfKinds, CBORServingAndStorage: true },
    reportBug: (bug) => void bugs.push(bug),
  });
