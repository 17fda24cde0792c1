import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { liveVersion, type HuntCase, type HuntRequest } from "./hunt-case.ts";
import type { HuntedReport, HunterMessage } from "./hunted-messages.ts";

export interface HuntOptions {
  readonly limitMs: number;
  readonly isProfiled: boolean;
}

/** What a request or a task did to the server. Times are in milliseconds, sizes in bytes. */
export interface Hunted extends HuntedReport {
  /** 0 if there was no answer in time. */
  readonly status: number;
  readonly text: string;
  readonly sentBytes: number;
  readonly answerBytes: number;
  readonly ms: number;
  /** The longest time that `/livez` and a GET took meanwhile. */
  readonly probeMs: number;
  /** How much larger the process was at most than before. */
  readonly grownBytes: number;
}

interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly head: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** As `pause`, which does not keep the process alive. */
const limit = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());
const keptHead = 400;
const probePauseMs = 10;
/** A server that says nothing for so long after a request without an answer is taken to be blocked. */
const unheardMs = 20_000;
/** As `npm run serve` has it. */
const execArgv = ["--max-semi-space-size=64", "--min-semi-space-size=64"];
/** How long what a case leaves behind is waited for: other requests, timers. */
const settleMs = 20;

/** A server in a child process, with the means to measure it. */
export class HuntedServer {
  readonly hasControllers: boolean;
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(child: ChildProcess, url: string, hasControllers: boolean) {
    this.#child = child;
    this.#url = url;
    this.hasControllers = hasControllers;
  }

  static async start(hasControllers: boolean): Promise<HuntedServer> {
    const args = ["e2e/hunt/hunted-server.ts", ...(hasControllers ? ["controllers"] : [])];
    const child = fork(".config/run.mjs", args, { stdio: ["ignore", "pipe", "inherit", "ipc"], execArgv });
    const [said]: Uint8Array[] = child.stdout === null ? [] : await once(child.stdout, "data");
    return new HuntedServer(child, String(said).trim(), hasControllers);
  }

  stop(): void {
    this.#child.kill("SIGKILL");
    this.#agent.destroy();
  }

  /** Runs a case, and gives up after a number of milliseconds; with a profile, tells what took the longest. */
  async hunt(one: HuntCase, { limitMs, isProfiled }: HuntOptions): Promise<Hunted> {
    await this.#prepare(one);
    const body = "request" in one ? await this.#bodyOf(one.request) : undefined;
    await this.#report();
    if (isProfiled) await this.#ask({ type: "profile" });
    const resident = this.#resetPeak();
    const probes = new AbortController();
    const probed = this.#probe(probes.signal);
    const started = performance.now();
    const reply = await Promise.race([this.#run(one, body), limit(limitMs)]);
    const ms = performance.now() - started;
    if (reply !== undefined) await pause(settleMs);
    probes.abort();
    const grownBytes = this.#memory("VmHWM") - resident;
    const gone: HuntedReport = { busyMs: ms, allMs: ms, bugs: [], functions: [] };
    const report = (await Promise.race([this.#report(), limit(unheardMs)])) ?? gone;
    const probeMs = reply === undefined ? ms : await probed;
    if (reply !== undefined && "request" in one) for (const path of one.after ?? []) await this.#remove(path);
    return {
      ...report,
      status: reply?.status ?? 0,
      text: reply?.head ?? "",
      sentBytes: body?.length ?? ("request" in one ? one.request.target.length : 0),
      answerBytes: reply?.bytes ?? 0,
      ms,
      probeMs,
      grownBytes,
    };
  }

  /** Sets the scene of a case. */
  async #prepare(one: HuntCase): Promise<void> {
    if ("run" in one || one.prepare !== undefined) {
      const said = await this.#ask({ type: "prepare", name: one.name });
      if (said !== "") throw new Error(`${one.name}: ${String(said)}`);
    }
    if ("run" in one) return;
    for (const request of one.before ?? []) {
      let { status, head } = await this.#send(request, request.body?.());
      for (let left = 100; status === 409 && left > 0; left--) {
        await pause(100); // what a case before has left is being deleted
        ({ status, head } = await this.#send(request, request.body?.()));
      }
      if (status >= 400) throw new Error(`${request.method} ${request.target}: ${status}: ${head}`);
    }
  }

  /** Returns the body of a request, with the resourceVersion of the live object where it asks for that. */
  async #bodyOf({ target, body }: HuntRequest): Promise<string | Uint8Array | undefined> {
    const made = body?.();
    if (typeof made !== "string" || !made.includes(liveVersion)) return made;
    const accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    const { head } = await this.#send({ method: "GET", target, accept }, undefined);
    return made.replace(liveVersion, /"resourceVersion":"(\d+)"/.exec(head)?.[1] ?? "0");
  }

  async #run(one: HuntCase, body: string | Uint8Array | undefined): Promise<Reply> {
    if ("request" in one) return this.#send(one.request, body);
    const said = String(await this.#ask({ type: "run", name: one.name }));
    return { status: said.startsWith("failed: ") ? 500 : 200, bytes: said.length, head: said.slice(0, keptHead) };
  }

  async #remove(target: string): Promise<void> {
    const contentType = "application/merge-patch+json";
    await this.#send({ method: "PATCH", target, contentType }, '{"metadata":{"finalizers":null}}');
    await this.#send({ method: "DELETE", target: `${target}?gracePeriodSeconds=0` }, undefined);
  }

  /** Asks the process, which answers with one message. */
  async #ask(message: HunterMessage): Promise<unknown> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return "failed: the process has ended";
    this.#child.send(message);
    const ended = new AbortController();
    const gone = once(this.#child, "exit", { signal: ended.signal }).then(() => ["failed: the process has ended"]);
    gone.catch(() => undefined);
    const [answer]: unknown[] = await Promise.race([once(this.#child, "message"), gone]);
    ended.abort();
    return answer;
  }

  async #report(): Promise<HuntedReport> {
    const report = await this.#ask({ type: "report" });
    return typeof report === "string"
      ? { busyMs: 0, allMs: 0, bugs: [report], functions: [] }
      : (report as HuntedReport); // as the process sends it
  }

  /** Returns the longest time that a request took until the signal. */
  async #probe(signal: AbortSignal): Promise<number> {
    let longest = 0;
    while (!signal.aborted) {
      for (const target of ["/livez", "/api/v1/namespaces/default"]) {
        const started = performance.now();
        await this.#send({ method: "GET", target }, undefined);
        longest = Math.max(longest, performance.now() - started);
      }
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

  #send(
    { method, target, contentType, accept, headers }: HuntRequest,
    body: string | Uint8Array | undefined,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const lost = (error: Error): void => resolve({ status: 0, bytes: 0, head: error.message });
      const sent = httpRequest(
        this.#url + target,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(contentType === undefined ? {} : { "Content-Type": contentType }),
            ...(accept === undefined ? {} : { Accept: accept }),
            ...headers?.(),
          },
        },
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
