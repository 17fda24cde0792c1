// npm run hunt [-- --only TEXT] [--all] [--seconds N] [--list] [--seed N] [--count N] [--bytes N] [--profile] [--table]
// The block hunter sends the largest bodies that there are to a server in a process of its own, and prints for each how
// long the answer took, the most processor time that the server's thread used between two turns of its event loop, how
// long /livez and a GET beside it took at most, and by how much the process grew. What uses the processor for more than
// 250 ms between two turns, grows by more than 300 MB or is answered wrongly is marked and fails the run. What others
// try as well, in another kind, is left out without --all. With a seed, the cases come in a random order, so that the
// first ones (--count), or a run that is cut off, are a sample of all. --bytes makes objects of built-in kinds smaller.
// With --profile, functions that the longest piece was spent in follow. --table tries the cases of docs/performance.md
// and prints its table at the end.
import { parseArgs } from "node:util";
import { tooLargeToSend } from "../../src/apimachinery/errors.ts";
import { createSeededRandom } from "../../src/apimachinery/seeded-random.ts";
import { hunts } from "./all-cases.ts";
import type { HuntCase } from "./hunt-case.ts";
import { HuntedServer, type Hunted } from "./hunted.ts";
import { formatTable, tableCases } from "./table.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "60" },
    list: { type: "boolean", default: false },
    seed: { type: "string" },
    count: { type: "string" },
    bytes: { type: "string" },
    answers: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
const limitMs = Number(values.seconds) * 1000;
const maxBusyMs = 250;
const maxGrownBytes = 300 * 1024 * 1024;
const restartBytes = 500 * 1024 * 1024;
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

function faultsOf(one: HuntCase, { status, busyMs, grownBytes, bugs, text }: Hunted): readonly string[] {
  const isExpected = ("request" in one && one.failure === status) || text.includes(tooLargeToSend);
  const isFailure = status >= 500 && !isExpected;
  return [
    ...(status === 0 ? ["no answer"] : []),
    ...(busyMs > maxBusyMs ? ["blocks"] : []),
    ...(grownBytes > maxGrownBytes ? ["grows"] : []),
    ...(isFailure || bugs.length > 0 ? [`wrong: ${bugs[0] ?? text}`] : []),
  ];
}

/** Returns items in an order that a seed determines. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = createSeededRandom(seed);
  const left = [...items];
  return items.flatMap(() => left.splice(random.int(left.length), 1));
}

const isWanted = (one: HuntCase): boolean =>
  one.name.includes(values.only) && (values.all || !("request" in one) || one.isSibling !== true);
const known = await hunts(values.bytes === undefined ? undefined : Number(values.bytes));
const named = values.table
  ? tableCases(known).filter(({ name }) => name.includes(values.only))
  : known.filter(isWanted);
const ordered = values.seed === undefined ? named : shuffled(named, Number(values.seed));
const found = values.count === undefined ? ordered : ordered.slice(0, Number(values.count));
if (values.list) for (const { name } of found) console.log(name);
else await hunt();

async function hunt(): Promise<void> {
  let server = await HuntedServer.start(false);
  let prepared: HuntCase["prepare"];
  const results = new Map<string, Hunted>();
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
  console.log("status  sent MB  answer MB  answer ms  piece ms  probe ms  grown MB  case");
  for (const one of found) {
    const hasControllers = "run" in one && one.controllers === true;
    if (server.hasControllers || hasControllers || one.prepare !== prepared) {
      server.stop();
      server = await HuntedServer.start(hasControllers);
    }
    prepared = one.prepare;
    const hunted = await server.hunt(one, { limitMs, isProfiled: values.profile });
    results.set(one.name, hunted);
    const faults = faultsOf(one, hunted);
    total.cases++;
    if (faults.length > 0) total.faulty++;
    if (hunted.busyMs > maxBusyMs) total.blocking++;
    total.busyMs = Math.max(total.busyMs, hunted.busyMs);
    total.grownBytes = Math.max(total.grownBytes, hunted.grownBytes);
    console.log(`${cellsOf(hunted)}  ${one.name}${faults.length > 0 ? `  ✗ ${faults.join(", ")}` : ""}`);
    for (const line of hunted.functions) console.log(line);
    if (values.answers) console.log(`        ${hunted.text}`);
    if (hunted.status !== 0 && server.residentBytes < restartBytes) continue;
    server.stop();
    server = await HuntedServer.start(false);
  }
  server.stop();
  if (values.table) console.log(`\n${formatTable(results)}\n`);
  summarize();
  if (total.faulty > 0) process.exitCode = 1;
}

function cellsOf({ status, sentBytes, answerBytes, ms, busyMs, probeMs, grownBytes }: Hunted): string {
  const cells = [
    String(status).padStart(6),
    megabytes(sentBytes).padStart(7),
    megabytes(answerBytes).padStart(9),
    ...[ms, busyMs, probeMs].map((time, i) => time.toFixed(0).padStart(i === 0 ? 9 : 8)),
    megabytes(grownBytes).padStart(8),
  ];
  return cells.join("  ");
}
