import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import type { HuntCase, HuntRequest } from "./hunt-case.ts";

/** What a request did to the server. Times are in milliseconds, sizes in bytes. */
export interface Hunted {
  /** 0 if there was no answer in time. */
  readonly status: number;
  readonly text: string;
  readonly sentBytes: number;
  readonly answerBytes: number;
  readonly ms: number;
  /** The longest time that the event loop did not turn. */
  readonly gapMs: number;
  /** The most processor time between two turns of the event loop: the gap on a machine that does nothing else. */
  readonly busyMs: number;
  /** The longest time that `/livez` and a GET took meanwhile. */
  readonly livezMs: number;
  readonly getMs: number;
  /** How much larger the process was at most than before. */
  readonly grownBytes: number;
  readonly bugs: readonly string[];
}

interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly head: string;
}

interface SelfReport {
  readonly gapMs: number;
  readonly busyMs: number;
  readonly bugs: readonly string[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const keptHead = 400;
const probePauseMs = 5;

/** A server in a child process, with the means to measure it. */
export class HuntedServer {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  static async start(): Promise<HuntedServer> {
    const child = fork(".config/run.mjs", ["e2e/hunt/hunted-server.ts"], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      execArgv: [],
    });
    const [said]: Uint8Array[] = child.stdout === null ? [] : await once(child.stdout, "data");
    return new HuntedServer(child, String(said).trim());
  }

  stop(): void {
    this.#child.kill("SIGKILL");
    this.#agent.destroy();
  }

  /** Runs a case, and gives up after a number of milliseconds. */
  async hunt({ before = [], request, after = [] }: HuntCase, limitMs: number): Promise<Hunted> {
    for (const one of before) {
      const { status, head } = await this.#send(one, one.body?.());
      if (status >= 400) throw new Error(`${one.method} ${one.target}: ${status}: ${head}`);
    }
    await pause(before.length > 0 ? 100 : 10);
    const body = request.body?.();
    await this.#report();
    const resident = this.#resetPeak();
    const probes = new AbortController();
    const livez = this.#probe("/livez", probes.signal);
    const get = this.#probe("/api/v1/namespaces/default", probes.signal);
    await pause(2 * probePauseMs);
    const started = performance.now();
    const reply = await Promise.race([this.#send(request, body), pause(limitMs)]);
    const ms = performance.now() - started;
    if (reply !== undefined) await pause(2 * probePauseMs);
    probes.abort();
    const grownBytes = this.#memory("VmHWM") - resident;
    const gone = { gapMs: ms, busyMs: ms, bugs: [] };
    const { gapMs, busyMs, bugs } = reply === undefined ? gone : await this.#report();
    const [livezMs, getMs] = reply === undefined ? [ms, ms] : await Promise.all([livez, get]);
    if (reply !== undefined) for (const path of after) await this.#remove(path);
    return {
      status: reply?.status ?? 0,
      text: reply?.head ?? "",
      sentBytes: body?.length ?? request.target.length,
      answerBytes: reply?.bytes ?? 0,
      ms,
      gapMs,
      busyMs,
      livezMs,
      getMs,
      grownBytes,
      bugs,
    };
  }

  async #remove(target: string): Promise<void> {
    const contentType = "application/merge-patch+json";
    await this.#send({ method: "PATCH", target, contentType }, '{"metadata":{"finalizers":null}}');
    await this.#send({ method: "DELETE", target: `${target}?gracePeriodSeconds=0` }, undefined);
  }

  async #report(): Promise<SelfReport> {
    if (this.#child.exitCode !== null) return { gapMs: 0, busyMs: 0, bugs: ["the process has ended"] };
    this.#child.send("report");
    const [report]: SelfReport[] = await once(this.#child, "message");
    if (report === undefined) throw new Error("the server said nothing");
    return report;
  }

  /** Returns the longest time that a request took until the signal. */
  async #probe(target: string, signal: AbortSignal): Promise<number> {
    let longest = 0;
    while (!signal.aborted) {
      const started = performance.now();
      await this.#send({ method: "GET", target }, undefined);
      longest = Math.max(longest, performance.now() - started);
      await pause(probePauseMs);
    }
    return longest;
  }

  /** Forgets the peak of memory, and returns the memory of now. */
  #resetPeak(): number {
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, "5");
    return this.#memory("VmRSS");
  }

  #memory(member: "VmHWM" | "VmRSS"): number {
    if (this.#child.exitCode !== null) return 0;
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(new RegExp(`${member}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  }

  /** The resident memory of the server. */
  get residentBytes(): number {
    return this.#memory("VmRSS");
  }

  #send({ method, target, contentType }: HuntRequest, body: string | Uint8Array | undefined): Promise<Reply> {
    return new Promise((resolve) => {
      const lost = (error: Error): void => resolve({ status: 0, bytes: 0, head: error.message });
      const sent = httpRequest(
        this.#url + target,
        { method, agent: this.#agent, headers: contentType === undefined ? {} : { "Content-Type": contentType } },
        (response) => {
          let bytes = 0;
          let head = "";
          response.on("data", (part: Uint8Array) => {
            bytes += part.length;
            if (head.length < keptHead) head += Buffer.from(part.subarray(0, keptHead)).toString();
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes, head }));
          response.on("error", lost);
        },
      );
      sent.on("error", lost);
      sent.end(body);
    });
  }
}
