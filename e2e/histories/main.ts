// Runs clients against servers to which faults happen, and judges what the clients have seen:
// npm run histories -- [--seed N] [--servers N] [--members N] [--clients N] [--objects N] [--faults N]
//   [--longest MILLISECONDS] [--pause MILLISECONDS]; without members, one server keeps its objects in a folder.
import { parseArgs } from "node:util";
import { runHistories } from "./run-histories.ts";
import { hasEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import { embeddedSetup, etcdSetup } from "./setups.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    servers: { type: "string", default: "3" },
    members: { type: "string", default: "3" },
    clients: { type: "string", default: "40" },
    objects: { type: "string", default: "30" },
    faults: { type: "string", default: "20" },
    longest: { type: "string", default: "3000" },
    pause: { type: "string", default: "20" },
  },
});

const [servers, members] = [Number(values.servers), Number(values.members)];
if (members > 0 && !hasEtcd()) throw new Error("etcd is not installed: apt-get install etcd-server, or --members 0");
const setup = members > 0 ? await etcdSetup({ servers, members }) : await embeddedSetup();
try {
  for (const sentence of setup.leftOut) console.log(sentence);
  const result = await runHistories(setup, {
    seed: Number(values.seed),
    clients: Number(values.clients),
    objects: Number(values.objects),
    faults: Number(values.faults),
    longestMs: Number(values.longest),
    pauseMs: Number(values.pause),
  });
  const { operations, unanswered, events, resumed, faults, checkSeconds, findings } = result;
  console.log(`${operations} operations, ${unanswered} without an answer, judged in ${checkSeconds.toFixed(1)} s`);
  console.log(`${events} events of watches, which were resumed ${resumed} times`);
  for (const [name, times] of faults) console.log(`${name}: ${times} times`);
  console.log(`servers have ended by themselves ${result.endedByThemselves} times`);
  for (const finding of findings.slice(0, 20)) console.log(`✗ ${finding}`);
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await setup.close();
}
