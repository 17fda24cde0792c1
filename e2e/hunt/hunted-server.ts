// The server that the block hunter attacks, as a process of its own; with the argument `controllers`, they and two
// simulated nodes live in its world. Each message from the parent is answered with one.
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { Client } from "../../src/client/client.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { WorldClock } from "../../src/component-base/world-clock.ts";
import { createControllerManager } from "../../src/controllers/controller-manager.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { openHttpHost } from "../../src/node/http-host.ts";
import { createMemoryServer } from "../fuzz/memory-server.ts";
import { convertedDefinition, convertObjects } from "./conversion-cases.ts";
import type { HuntCase } from "./hunt-case.ts";
import type { HuntedReport, HunterMessage } from "./hunted-messages.ts";
import { PieceProfile, PieceWatch } from "./pieces.ts";
import { livelyHunts } from "./lively-cases.ts";
import { scaleHunts } from "./scale-cases.ts";
import { taskHunts } from "./task-cases.ts";
import { huntedWebhooks } from "./webhook-cases.ts";
import { worldHunts } from "./world-cases.ts";

const admin = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };
const authorized = { Authorization: "Bearer admin" };
const bugs: unknown[] = [];
/** What `npm run serve` has, too, and functions in place of webhooks. */
const hooks = {
  subtle: crypto.subtle,
  admissionWebhooks: huntedWebhooks,
  converters: new Map([[convertedDefinition, convertObjects]]),
};
const watch = new PieceWatch();
let profile: PieceProfile | undefined;
const handle = process.argv.includes("controllers")
  ? await openWorld()
  : (await createMemoryServer(bugs, hooks)).handle;
const { url } = await openHttpHost({ handle, port: 0 });
const world = { handle, client: new Client({ handle, userAgent: "hunt", headers: authorized }) };

/** Starts a server with all controllers and two nodes. */
async function openWorld(): Promise<Handle> {
  const clock = createSystemClock();
  const time = new WorldClock({ host: clock });
  const random = createSystemRandom();
  const manager = createControllerManager(time, () => random.uuid(), ["*"]);
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    world: time,
    random,
    subtle: crypto.subtle,
    loopbackTokens: new Map([["admin", admin], ...manager.tokens]),
    reportBug: (bug) => void bugs.push(bug),
  });
  manager.start(server.handle);
  await manager.started();
  const client = new Client({ handle: server.handle, userAgent: "hunt", headers: authorized });
  for (const node of simulatedNodes(2))
    await client.create<KubeObject>({ group: "", version: "v1", resource: "nodes" }, node);
  return server.handle;
}

function caseOf(name: string): HuntCase {
  const found = [...taskHunts(), ...worldHunts(), ...scaleHunts(), ...livelyHunts()].find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return found;
}

function runTask(name: string): Promise<string> {
  const task = caseOf(name);
  if (!("run" in task)) throw new Error(`${name} is a request`);
  return task.run(world);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const described = (bug: unknown): string => (bug instanceof Error ? (bug.stack ?? bug.message) : String(bug));

/** Returns what the server did since the last report, and begins anew. */
async function report(): Promise<HuntedReport> {
  const piece = watch.take();
  const functions = await profile?.stop(piece);
  profile = undefined;
  return { busyMs: piece.busyMs, allMs: piece.allMs, bugs: bugs.splice(0).map(described), functions: functions ?? [] };
}

async function answerTo({ type, name = "" }: HunterMessage): Promise<HuntedReport | string> {
  switch (type) {
    case "profile":
      profile = new PieceProfile();
      await profile.start();
      await nextTurn(); // starting a profile is a piece of work, too
      watch.take();
      return "";
    case "report":
      return report();
    case "prepare":
      await caseOf(name).prepare?.(world);
      return "";
    case "run":
      return runTask(name);
  }
}

process.on("message", (message: HunterMessage) => {
  answerTo(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.(`failed: ${described(error)}`),
  );
});
process.on("disconnect", () => process.exit());
console.log(url);
