import { startVersionBench } from "./version-bench.ts";
import { execFileSync } from "node:child_process";
import { generateDefinition, generateNested, type GeneratedDefinition } from "./generated-definition.ts";
import { generateInstance } from "./generated-instance.ts";
import { openDefinitionServer, parseMs, type DefinitionServer } from "./install-definition.ts";
import { interleave, median, type Goal, type Row } from "./row.ts";

type Report = (row: Row) => void;
interface Figures {
  readonly subject: number;
  readonly floor: number;
}

const size = 200_000;
const levels = 60;
const warmUps = 30;
/** Enough iterations for the code to be fully JIT-compiled. */
const instanceWarmUps = 500;
const coldRounds = 3;
/** The time for controllers to settle after a new CustomResourceDefinition. */
const restMs = 150;

const inProcess = { where: "in process", backend: "memory" } as const;

const installRow = (name: string, figures: Figures, goal?: Goal): Row => ({
  name,
  ...inProcess,
  unit: "ms",
  ...figures,
  floorName: "JSON.parse of the definition",
  ...(goal && { goal }),
});

/**
 * Measures the installation of CustomResourceDefinitions, and the pruning, defaulting and validation of their
 * instances.
 */
export async function definitionRows(rounds: number, roundMs: number, report: Report): Promise<void> {
  const server = await openDefinitionServer();
  report(
    installRow("install 200 KB, warm", await installs(server, rounds, (seed) => generateDefinition(seed, size)), {
      atMost: 60,
    }),
  );
  report(
    installRow(
      "install 60 levels, warm",
      await installs(server, rounds, (seed) => generateNested(seed, levels, size)),
      { atMost: 60 },
    ),
  );
  await instanceRows(server, rounds, roundMs, report);
  await server.close();
  report(installRow("install 200 KB, cold", coldInstall()));
}

/** Measures installation with a different definition in each round, so that nothing is cached. */
async function installs(
  server: DefinitionServer,
  rounds: number,
  generate: (seed: number) => GeneratedDefinition,
): Promise<Figures> {
  const figures: Figures[] = [];
  for (let seed = 1; seed <= warmUps + rounds; seed += 1) {
    const definition = generate(seed);
    const subject = await server.install(definition);
    figures.push({ subject, floor: parseMs(definition.text, subject) });
    await server.remove(definition);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  return medians(figures.slice(warmUps));
}

/** Measures a cold installation, in a new process each time. */
function coldInstall(): Figures {
  const run = (seed: number): Figures =>
    JSON.parse(
      execFileSync(process.execPath, [".config/run.mjs", "e2e/bench/cold-install.ts", String(seed), String(size)], {
        encoding: "utf8",
      }),
    ) as Figures;
  return medians(Array.from({ length: coldRounds }, (_, i) => run(i + 1)));
}

const medians = (figures: readonly Figures[]): Figures => ({
  subject: median(figures.map(({ subject }) => subject)),
  floor: median(figures.map(({ floor }) => floor)),
});

async function instanceRows(server: DefinitionServer, rounds: number, roundMs: number, report: Report): Promise<void> {
  const definition = generateDefinition(1, size);
  await server.install(definition);
  const instance = generateInstance(definition, 10_000);
  const text = JSON.stringify(instance);
  const parse = (): unknown => JSON.parse(text);
  const bench = await startVersionBench(server.handle, definition, instance);
  const rows: readonly [name: string, run: () => unknown, goal?: Goal][] = [
    ["prune, default, validate", bench.fit, { atMost: 10 }],
    ["the same with its rules", bench.fitWithRules],
    ["create by dry run", bench.dryRun],
  ];
  for (const [name, run, goal] of rows) {
    const throughput = (work: () => unknown) => (): Promise<number> => perSecond(work, roundMs);
    for (let i = 0; i < instanceWarmUps; i += 1) await run();
    await perSecond(run, 4 * roundMs);
    const figures = await interleave(rounds, throughput(run), throughput(parse));
    report({
      name: `${name}, warm (${Math.round(text.length / 1000)} KB)`,
      ...inProcess,
      unit: "/s",
      ...figures,
      floorName: "JSON.parse of the instance",
      costs: true,
      ...(goal && { goal }),
    });
  }
}

async function perSecond(work: () => unknown, ms: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  for (; performance.now() - start < ms; done += 1) await work();
  return done / ((performance.now() - start) / 1000);
}
