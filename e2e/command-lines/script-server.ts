import { ownControllers } from "../../src/controllers/controller-names.ts";
import { createTestServer, type TestServer } from "../../src/envtest/test-server.ts";
import { ScriptClock } from "./script-clock.ts";

/**
 * The controllers that a script's servers run: the list of its first line, `# controllers: LIST`, as `--controllers`
 * takes it; undefined for those that run by default.
 */
function controllersOf(script: string): readonly string[] | undefined {
  const list = /^# controllers: (.+)$/m.exec(script.split("\n", 1)[0] ?? "")?.[1];
  return list?.split(",");
}

/** A server for a script, and its clock. */
export interface ScriptServer extends TestServer {
  readonly clock: ScriptClock;
}

/** Starts a server with the controllers that a script names, or else its own. They are ready when it is returned. */
export async function startScriptServer(script: string): Promise<ScriptServer> {
  const clock = new ScriptClock();
  const controllers = controllersOf(script) ?? ownControllers();
  return { ...(await createTestServer({ controllers, clock, world: {} })), clock };
}

/** Begins a line: in a second of its own, with controllers that have done what is due by then. */
export async function beginLine(server: ScriptServer): Promise<void> {
  server.clock.moveToNextSecond();
  await quiet(server);
}

const pauseMs = 4;
/** How long controllers may have work after a line, a bound for those that never rest. */
const longestMs = 300_000;
/** A timer that is due so soon is work that failed and is tried again. */
const soonMs = 50;

/**
 * Resolves once no controller has work and nothing has been written for a moment. Lines that follow each other find the
 * same objects then, however quick kubectl, the library or the machine is. Rejects if they do not come to rest.
 */
export async function quiet({ inspect }: TestServer): Promise<void> {
  let before = -1;
  const end = performance.now() + longestMs;
  while (performance.now() < end) {
    const { revision } = await inspect.stats();
    const { waiting, running, next = Infinity, now } = await inspect.worldTime();
    if (revision === before && waiting + running === 0 && next > now + soonMs) return;
    before = revision;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`controllers still had work after ${longestMs / 1000} s, at revision ${before}`);
}
