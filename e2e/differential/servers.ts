import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/node/testing/free-port.ts";
import { endWithThisProcess } from "../running-children.ts";
import { startRecordedServer } from "../conformance/start-server.ts";
import type { Send } from "./run-sequence.ts";

/** The feature gates of both servers. */
export const featureGates = "CBORServingAndStorage=true,MutatingAdmissionPolicy=true";

/** The API versions that the server under test serves, which it would not by itself. */
export const runtimeConfig = "admissionregistration.k8s.io/v1beta1=true";

/** A server that is stopped when it is no longer needed. */
export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

/**
 * Starts the server under test in memory, with the same tokens and features as the reference server, which has no
 * controllers.
 */
export const startTested = (): Promise<RunningServer> =>
  startRecordedServer({ featureGates, runtimeConfig }, "-garbage-collector-controller");

/** The two servers, as requests are sent to them. */
export interface OpenedPair {
  readonly reference: Send;
  readonly tested: Send;
  readonly stop: () => Promise<unknown>;
}

/** Opens the reference server, by URL or program, and the one under test, which is started if there is no URL of it. */
export async function openPair(urls: { reference?: string; tested?: string }): Promise<OpenedPair> {
  if (urls.reference === undefined) throw new Error("--reference is the URL of a reference server, or its program");
  const reference = await openReference(urls.reference);
  const tested = urls.tested === undefined ? await startTested() : { url: urls.tested, stop: async () => {} };
  return {
    reference: sendTo(reference.url),
    tested: sendTo(tested.url),
    stop: () => Promise.all([reference.stop(), tested.stop()]),
  };
}

const sendTo =
  (url: string): Send =>
  (path, init) =>
    fetch(url + path, { ...init, redirect: "manual", signal: AbortSignal.timeout(60_000) });

/** Uses the reference server at a URL, or starts the program in a folder of its own, since it writes files there. */
export async function openReference(urlOrProgram: string): Promise<RunningServer> {
  if (/^https?:/.test(urlOrProgram)) return { url: urlOrProgram.replace(/\/$/, ""), stop: async () => {} };
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  const child = spawn(urlOrProgram, ["--http", String(port), "--feature-gates", featureGates], {
    cwd: folder,
    stdio: "ignore",
  });
  endWithThisProcess(child, () => child.kill("SIGTERM"));
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve(rmSync(folder, { recursive: true, force: true })));
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() => isReady(url));
  return { url, stop: () => (child.kill("SIGTERM"), ended) };
}

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
