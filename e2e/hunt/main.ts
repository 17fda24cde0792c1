// npm run hunt [-- --only TEXT] [--seconds N] [--list]: the block hunter. It sends the largest bodies that there are to
// a server in a process of its own, and prints for each how long the answer took, the longest time that the event loop
// did not turn and the most processor time between two turns, how long /livez and a GET beside it took at most, and by
// how much the process grew. What uses the processor for more than 250 ms between two turns, grows by more than 300 MB
// or is answered wrongly is marked and fails the run.
import { parseArgs } from "node:util";
import { hunts } from "./all-cases.ts";
import { HuntedServer, type Hunted } from "./hunted.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "60" },
    list: { type: "boolean", default: false },
    answers: { type: "boolean", default: false },
  },
});
const limitMs = Number(values.seconds) * 1000;
const maxBusyMs = 250;
const maxGrownBytes = 300 * 1024 * 1024;
const restartBytes = 500 * 1024 * 1024;
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

function faultsOf({ status, busyMs, grownBytes, bugs, text }: Hunted): readonly string[] {
  return [
    ...(status === 0 ? ["no answer"] : []),
    ...(busyMs > maxBusyMs ? ["blocks"] : []),
    ...(grownBytes > maxGrownBytes ? ["grows"] : []),
    ...(status >= 500 || bugs.length > 0 ? [`wrong: ${bugs[0] ?? text}`] : []),
  ];
}

const found = (await hunts()).filter(({ name }) => name.includes(values.only));
if (values.list) for (const { name } of found) console.log(name);
else await hunt();

async function hunt(): Promise<void> {
  let server = await HuntedServer.start();
  let faulty = 0;
  console.log("status  sent MB  answer MB  answer ms   gap ms  busy ms  livez ms   get ms  grown MB  case");
  for (const one of found) {
    const hunted = await server.hunt(one, limitMs);
    const faults = faultsOf(hunted);
    if (faults.length > 0) faulty++;
    const { status, sentBytes, answerBytes, ms, gapMs, busyMs, livezMs, getMs, grownBytes } = hunted;
    const cells = [
      String(status).padStart(6),
      megabytes(sentBytes).padStart(7),
      megabytes(answerBytes).padStart(9),
      ...[ms, gapMs, busyMs, livezMs, getMs].map((time, i) => time.toFixed(0).padStart(i === 0 ? 9 : 7)),
      megabytes(grownBytes).padStart(8),
    ];
    console.log(`${cells.join("  ")}  ${one.name}${faults.length > 0 ? `  ✗ ${faults.join(", ")}` : ""}`);
    if (values.answers) console.log(`        ${hunted.text}`);
    if (status !== 0 && server.residentBytes < restartBytes) continue;
    server.stop();
    server = await HuntedServer.start();
  }
  server.stop();
  console.log(`${found.length} cases, ${faulty} faults`);
  if (faulty > 0) process.exitCode = 1;
}
