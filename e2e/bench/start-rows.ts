import { execFileSync, spawn } from "node:child_process";
import { request } from "node:https";
import { median, type Row } from "./row.ts";

type Report = (row: Row) => void;

/** Another server: how it is started, and where it then answers. */
export interface OtherServer {
  readonly command: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The figures that e2e/bench/test-server-life.ts prints. */
interface Life {
  readonly imported: number;
  readonly first: number;
  readonly warm: readonly number[];
}

const warmRounds = 60;
const inProcess = { where: "in process", backend: "memory", unit: "ms" } as const;
const floorName = "createApiServer, first answer, close";

/**
 * Measures a server for one test: created, asked once, closed. The floor is the same of a bare server without seed,
 * controllers and log. With another server, its start until it is ready stands beside.
 */
export async function startRows(rounds: number, report: Report, other: OtherServer | undefined): Promise<void> {
  const program = [".config/run.mjs", "e2e/bench/test-server-life.ts"];
  const live = (which: string): Life =>
    JSON.parse(execFileSync(process.execPath, [...program, which, String(warmRounds)], { encoding: "utf8" })) as Life;
  const subjects: Life[] = [];
  const floors: Life[] = [];
  for (let round = 0; round < rounds; round += 1) {
    subjects.push(live("subject"));
    floors.push(live("floor"));
  }
  const row = (name: string, figure: (life: Life) => number): Row => ({
    name,
    ...inProcess,
    subject: median(subjects.map(figure)),
    floor: median(floors.map(figure)),
    floorName,
  });
  report({ ...row("server for one test, warm", ({ warm }) => median(warm)), goal: { atMost: 2 } });
  report({ ...row("server for one test, first", ({ first }) => first), goal: { atMost: 2 } });
  report({ ...row("import kubepad/testing", ({ imported }) => imported), floorName: "import kubepad" });
  if (other === undefined) return;
  const started: number[] = [];
  for (let round = 0; round < rounds; round += 1) started.push(await startOther(other));
  report({
    ...row("import and first server", ({ imported, first }) => imported + first),
    floor: median(started),
    floorName: `${other.command.split(" ", 1)[0]}, until it is ready`,
  });
}

const pollMs = 5;
const longestMs = 120_000;

/** Returns the milliseconds from the start of another server until it is ready, and ends it. */
async function startOther({ command, url, headers }: OtherServer): Promise<number> {
  const start = performance.now();
  const child = spawn(command, { shell: true, detached: true, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    while (!(await isReady(`${url}/readyz`, headers))) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode} before it was ready`);
      if (performance.now() - start > longestMs) throw new Error(`${command} was not ready after ${longestMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return performance.now() - start;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}

/** Asks over HTTP, or over HTTPS with any certificate. */
async function isReady(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  if (url.startsWith("http:"))
    return fetch(url, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  return new Promise((resolve) => {
    const asked = request(url, { headers, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.once("error", () => resolve(false));
    asked.end();
  });
}
