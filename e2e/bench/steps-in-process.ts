// Measures what the race lab's steps cost requests that nobody follows, in processor time, beside a build of the server
// without them, and prints its rows as JSON, one a line. Both run in this process, in turns.
//   node .config/run.mjs e2e/bench/steps-in-process.ts ROUNDS
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { processorMs } from "./event-loop-time.ts";
import { median, type Row } from "./row.ts";
import type { StepTurns } from "./step-turns.ts";
import type * as stepTurns from "./step-turns.ts";

/**
 * So many that turns with a collection of garbage do not change the median. None is forced between turns, since that
 * also drops compiled code that has not run for some time.
 */
const pairs = Math.max(40, Number(process.argv[2]));
const warmUps = 15;
/** Requests in a turn. */
const atATime = { create: 300, get: 2000 };

/** Where a request asks whether somebody follows its steps: the expressions, with what stands there without steps. */
const seam: Readonly<Record<string, readonly [asked: string, without: string]>> = {
  "registry/store.ts": [
    "ctx.steps === undefined ? plainStorageOf(ctx) : ctx.steps.around(plainStorageOf(ctx))",
    "plainStorageOf(ctx)",
  ],
  "endpoints/handlers/create.ts": ["if (ctx.steps !== undefined) await ctx.steps.admission();", ""],
};

const withoutSteps: Plugin = {
  name: "without-steps",
  enforce: "pre",
  transform(code, id) {
    const part = Object.entries(seam).find(([path]) => id.endsWith(`/src/apiserver/${path}`));
    if (part === undefined) return undefined;
    const [path, [asked, without]] = part;
    if (!code.includes(asked)) throw new Error(`${path} does not ask for steps`);
    return code.replace(asked, () => without);
  },
};

async function bundle(folder: string, plugins: Plugin[]): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: "e2e/bench/step-turns.ts",
      outDir: folder,
      minify: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "main.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
}

/** Opens a server of a build; each folder is modules of its own. */
async function opened(folder: string): Promise<StepTurns> {
  const module = (await import(pathToFileURL(join(folder, "main.mjs")).href)) as Pick<typeof stepTurns, "openTurns">;
  return module.openTurns();
}

/** Returns what one request costs in a turn. */
async function turn(turns: StepTurns, verb: keyof StepTurns): Promise<number> {
  const start = processorMs();
  await turns[verb](atATime[verb]);
  return (processorMs() - start) / atATime[verb];
}

interface Builds {
  readonly subject: StepTurns;
  readonly again: StepTurns;
  readonly floor: StepTurns;
}

/** Runs turns of all builds in rounds, in changing orders, and reports what each costs beside the one without steps. */
async function rows(verb: keyof StepTurns, builds: Builds): Promise<void> {
  const names = ["subject", "again", "floor"] as const;
  const figures = { subject: [] as number[], again: [] as number[], floor: [] as number[] };
  for (let round = -warmUps; round < pairs; round += 1)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round + warmUps) % names.length] ?? "floor";
      const cost = await turn(builds[name], verb);
      if (round >= 0) figures[name].push(cost);
    }
  report(`${verb} that nobody follows`, figures.subject, figures.floor, "a build without steps");
  report(`${verb}, noise`, figures.subject, figures.again, "the same build twice");
}

/** The ratio is the median of the pairs' ratios: both turns of a pair are of the same moment. */
function report(name: string, subject: readonly number[], floor: readonly number[], floorName: string): void {
  const ratios = subject.map((cost, i) => cost / (floor[i] ?? cost));
  const figure: Row = {
    name,
    where: "in process",
    backend: "memory",
    unit: "ms",
    subject: median(floor) * median(ratios),
    floor: median(floor),
    floorName,
    cpuMicros: median(subject) * 1000,
  };
  console.log(JSON.stringify(figure));
}

const folder = process.argv[4];
if (folder !== undefined) {
  await bundle(join(folder, "steps"), []);
  cpSync(join(folder, "steps"), join(folder, "again"), { recursive: true });
  await bundle(join(folder, "without"), [withoutSteps]);
  process.exit(0);
}
const builds = mkdtempSync(join(tmpdir(), "kubepad-steps-"));
try {
  // in a process of its own, so that the bundler is not in the heap
  const [, program = ""] = process.argv;
  const { status } = spawnSync(process.execPath, [program, "0", "0", builds], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the builds failed");
  const servers: Builds = {
    subject: await opened(join(builds, "steps")),
    again: await opened(join(builds, "again")),
    floor: await opened(join(builds, "without")),
  };
  await rows("create", servers);
  await rows("get", servers);
} finally {
  rmSync(builds, { recursive: true, force: true });
}
process.exit(0);
