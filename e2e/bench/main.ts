// npm run bench -- [--only process,policies,controllers,time,validate,start,media,definitions,openapi,cel,http,worker,
// page,overview,terminal,embeds,files,apply,growth,watchers,etcd,etcd-growth] [--objects N] [--rounds N] [--round-ms N]
// [--kube-apiserver PROGRAM] [--etcd URL]
// [--server URL [--server-pid PID] [--token TOKEN] [--server-command COMMAND]]
// [--storage DIR [--unsafe-no-fsync]] [--json FILE]
// Rows of server-side apply are among those of process and http; --only apply is for them alone.
// Growth is measured with --objects objects (100,000), etcd-growth with what is in the etcd at the URL; both, files,
// watchers and etcd are not groups without --only.
// etcd compares with a kube-apiserver 1.34 over one etcd, which is in PATH.
// With --storage the rows over HTTP are of a server on that folder; every row says which backend it has.
// With --server the rows over HTTP are another server's; all else is left out. With --server-command as well, the rows
// of a start are shown beside that of the server which the command starts at the URL.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { serverNodeOptions, startProgram, startServer } from "../child-program.ts";
import { applyMeasurements } from "./apply-http-rows.ts";
import { httpRows, measurements, type Measurement } from "./http-rows.ts";
import { pageRows } from "./page-rows.ts";
import { telling } from "./progress.ts";
import { formatRow, heading, ratio, reached, type Row } from "./row.ts";
import { workerRows } from "./worker-rows.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "7" },
    "round-ms": { type: "string", default: "300" },
    server: { type: "string" },
    "server-command": { type: "string" },
    "server-pid": { type: "string" },
    token: { type: "string" },
    storage: { type: "string" },
    "unsafe-no-fsync": { type: "boolean", default: false },
    json: { type: "string" },
    "kube-apiserver": { type: "string" },
    etcd: { type: "string" },
    objects: { type: "string", default: "100000" },
  },
});

const authorization: Record<string, string> =
  values.token === undefined ? {} : { Authorization: `Bearer ${values.token}` };
const groups: Readonly<Record<string, () => Promise<void>>> = {
  process: () => inProcess(["in-process", "apply-in-process"]),
  policies: () => inProcess(["policies-in-process"]),
  controllers: () => inProcess(["controllers-in-process"]),
  openapi: () => inProcess(["openapi-in-process"]),
  aggregation: () => inProcess(["aggregation-in-process"]),
  time: () => inProcess(["time-in-process", "steps-in-process"]),
  validate: () => inProcess(["validate-in-process", "editor-in-process"]),
  growth: () => inProcessOf("growth-in-process", [values.objects]),
  http: () => overHttp(),
  apply: applyAlone,
  start: async () => (await import("./start-rows.ts")).startRows(Number(values.rounds), report, otherServer()),
  watchers: async () => (await import("./watcher-rows.ts")).watcherRows(Number(values.rounds), report),
  "etcd-growth": async () => {
    if (values.etcd === undefined) console.log("no --etcd URL: the rows of a large etcd are left out");
    else await (await import("./etcd-growth-rows.ts")).etcdGrowthRows(values.etcd, report);
  },
  etcd: () => overEtcd(values["kube-apiserver"]),
  worker: () => workerRows(Number(values.rounds), report),
  page: () => pageRows(Number(values.rounds), report),
  files: async () => (await import("./file-rows.ts")).fileRows(report),
  overview: async () => (await import("./overview-rows.ts")).overviewRows(Number(values.rounds), report),
  terminal: async () => (await import("./terminal-rows.ts")).terminalRows(Number(values.rounds), report),
  embeds: async () => (await import("./embed-rows.ts")).embedRows(Number(values.rounds), report),
  media: async () =>
    (await import("./media-rows.ts")).mediaRows(Number(values.rounds), Number(values["round-ms"]), report),
  definitions: async () =>
    (await import("./definition-rows.ts")).definitionRows(Number(values.rounds), Number(values["round-ms"]), report),
  cel: async () => (await import("./cel-rows.ts")).celRows(Number(values.rounds), report),
};
const rows: Row[] = [];

console.log(heading);
for (const group of chosenGroups()) {
  const measure = groups[group];
  if (!measure) throw new Error(`no group ${group}; there are ${Object.keys(groups).join(", ")}`);
  await telling(group, measure);
}
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify(
      rows.map((row) => ({ ...row, ratio: ratio(row), reached: reached(row) })),
      null,
      2,
    )}\n`,
  );
const missed = rows.filter((row) => reached(row) === false).length;
console.log(
  `${rows.length} rows, ${rows.filter((row) => reached(row) === true).length} goals reached, ${missed} missed`,
);

function chosenGroups(): readonly string[] {
  if (values["server-command"] !== undefined) return ["start"];
  if (values.server !== undefined) return ["http"];
  return (
    values.only ??
    "process,policies,controllers,time,start,media,definitions,openapi,cel,http,worker,page,overview,terminal,embeds"
  ).split(",");
}

function otherServer() {
  const { server: url, "server-command": command } = values;
  return url === undefined || command === undefined ? undefined : { url, command, headers: authorization };
}

function report(row: Row): void {
  rows.push(row);
  console.log(formatRow(row));
}

async function inProcess(programs: readonly string[]): Promise<void> {
  for (const program of programs) await inProcessOf(program);
}

async function applyAlone(): Promise<void> {
  await inProcess(["apply-in-process"]);
  await overHttp(applyMeasurements);
}

/** In a process of its own, so that nothing else is in its heap, with Node's options as the server has them. */
async function inProcessOf(program: string, more: readonly string[] = []): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--expose-gc",
      ...serverNodeOptions,
      ".config/run.mjs",
      `e2e/bench/${program}.ts`,
      values.rounds,
      values["round-ms"],
      ...more,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) report(JSON.parse(line) as Row);
  const status = await ended;
  if (status !== 0) throw new Error(`the measurement in process ended with ${status}`);
}

async function overHttp(chosen: readonly Measurement[] = [...measurements, ...applyMeasurements]): Promise<void> {
  const floor = await startProgram("e2e/bench/floor-server.ts");
  const subject = values.server === undefined ? await startServer(["--port", "0", ...storageFlags()]) : undefined;
  const bench = {
    subjectUrl: subject?.url ?? values.server ?? "",
    subjectPid: subject?.pid ?? (values["server-pid"] === undefined ? undefined : Number(values["server-pid"])),
    floorUrl: floor.url,
    headers: authorization,
    rounds: Number(values.rounds),
    roundMs: Number(values["round-ms"]),
  };
  try {
    await httpRows({ ...bench, backend: subject ? backendName() : "another server's" }, report, chosen);
  } finally {
    await Promise.all([subject?.stop(), floor.stop()]);
  }
}

async function overEtcd(program: string | undefined): Promise<void> {
  const { hasEtcd } = await import("../../src/node/etcd/testing/run-etcd.ts");
  if (program === undefined) console.log("no --kube-apiserver PROGRAM: the rows over etcd are left out");
  else if (!hasEtcd()) console.log("no etcd in PATH: the rows over etcd are left out");
  else {
    const pace = { rounds: Number(values.rounds), roundMs: Number(values["round-ms"]) };
    await (await import("./etcd-rows.ts")).etcdRows(program, pace, report);
  }
}

function storageFlags(): readonly string[] {
  if (values.storage === undefined) return ["--storage", "memory"];
  return ["--storage", values.storage, ...(values["unsafe-no-fsync"] ? ["--unsafe-no-fsync"] : [])];
}

function backendName(): Row["backend"] {
  if (values.storage === undefined) return "memory";
  return values["unsafe-no-fsync"] ? "file, no fsync" : "file, fsync";
}
