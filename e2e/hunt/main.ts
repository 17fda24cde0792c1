// npm run hunt [-- --only TEXT] [--seconds N] [--list] [--seed N]: the block hunter. It sends the largest bodies that
// there are to a server in a process of its own, and prints for each how long the answer took, the longest time that
// the event loop did not turn and the most processor time between two turns, how long /livez and a GET beside it took
// at most, and by how much the process grew. What uses the processor for more than 250 ms between two turns, grows by
// more than 300 MB or is answered wrongly is marked and fails the run. With a seed, the cases come in a random order,
// so that a run that is cut off, which prints its summary, too, is a sample of all.
import { parseArgs } from "node:util";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { hunts } from "./all-cases.ts";
import { HuntedServer, type Hunted } from "./hunted.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "60" },
    list: { type: "boolean", default: false },
    seed: { type: "string" },
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

/** Returns items in an order that a seed determines. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = createSeededRandom(seed);
  const left = [...items];
  return items.flatMap(() => left.splice(random.int(left.length), 1));
}

const named = (await hunts()).filter(({ name }) => name.includes(values.only));
const found = values.seed === undefined ? named : shuffled(named, Number(values.seed));
if (values.list) for (const { name } of found) console.log(name);
else await hunt();

async function hunt(): Promise<void> {
  let server = await HuntedServer.start();
  const total = { cases: 0, faulty: 0, blocking: 0, busyMs: 0, grownBytes: 0 };
  const summarize = (): void =>
    console.log(
      `${total.cases} of ${found.length} cases, ${total.faulty} faults, ${total.blocking} above ${maxBusyMs} ms of the processor in one piece (at most ${total.busyMs.toFixed(0)} ms), grown by ${megabytes(total.grownBytes)} MB at most`,
    );
  process.on("SIGTERM", () => {
    server.stop();
    summarize();
    process.exit(1);
  });
  console.log("status  sent MB  answer MB  answer ms   gap ms  busy ms  livez ms   get ms  grown MB  case");
  for (const one of found) {
    const hunted = await server.hunt(one, limitMs);
    const faults = faultsOf(hunted);
    total.cases++;
    if (faults.length > 0) total.faulty++;
    if (hunted.busyMs > maxBusyMs) total.blocking++;
    total.busyMs = Math.max(total.busyMs, hunted.busyMs);
    total.grownBytes = Math.max(total.grownBytes, hunted.grownBytes);
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
  summarize();
  if (total.faulty > 0) process.exitCode = 1;
}
