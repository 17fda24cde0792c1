import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../child-program.ts";
import { tokenFile } from "../conformance/token-file.ts";

/** The feature gates of both servers. */
export const featureGates = "CBORServingAndStorage=true,MutatingAdmissionPolicy=true";

/** A server that is stopped when it is no longer needed. */
export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts the server under test in memory, with the same tokens and features as the reference server. */
export function startTested(): Promise<RunningServer> {
  const file = join(mkdtempSync(join(tmpdir(), "differential-")), "tokens.csv");
  writeFileSync(file, tokenFile);
  return startServer([
    "--port",
    "0",
    "--storage",
    "memory",
    "--token-auth-file",
    file,
    "--feature-gates",
    featureGates,
    "--runtime-config",
    "admissionregistration.k8s.io/v1beta1=true",
    "--controllers=-garbage-collector-controller", // the reference server has no controllers
  ]);
}

/** Uses the reference server at a URL, or starts the program in a folder of its own, since it writes files there. */
export async function openReference(urlOrProgram: string): Promise<RunningServer> {
  if (/^https?:/.test(urlOrProgram)) return { url: urlOrProgram.replace(/\/$/, ""), stop: async () => {} };
  const port = await freePort();
  const child = spawn(urlOrProgram, ["--http", String(port), "--feature-gates", featureGates], {
    cwd: mkdtempSync(join(tmpdir(), "reference-")),
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await until(() => isReady(url));
  return { url, stop: () => (child.kill("SIGTERM"), ended) };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok, status }) => ok || status === 401 || status === 403,
    () => false,
  );

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600 && !(await holds()); i++) await pause(200);
}

/** Waits. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
