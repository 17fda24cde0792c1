// The server that the block hunter attacks, as a process of its own. A message from the parent is answered with the
// longest time in which its event loop did not turn since the last one, with the most processor time that the process
// used between two turns, both in milliseconds, and with what it reported as bugs.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openHttpHost } from "../../src/node/http-host.ts";
import { createMemoryServer } from "../fuzz/memory-server.ts";

const bugs: unknown[] = [];
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let usedBefore = process.cpuUsage();
let busyMs = 0;
setInterval(() => {
  const { user, system } = process.cpuUsage(usedBefore);
  usedBefore = process.cpuUsage();
  busyMs = Math.max(busyMs, (user + system) / 1000);
}, 1);
const { handle } = await createMemoryServer(bugs);
const { url } = await openHttpHost({ handle, port: 0 });
const described = (bug: unknown): string => (bug instanceof Error ? (bug.stack ?? bug.message) : String(bug));
process.on("message", () => {
  process.send?.({ gapMs: delays.max / 1e6, busyMs, bugs: bugs.splice(0).map(described) });
  delays.reset();
  busyMs = 0;
});
process.on("disconnect", () => process.exit());
console.log(url);
