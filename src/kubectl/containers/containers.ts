import { sleepMs } from "../../component-helpers/pod-simulation/sleep-time.ts";
import { isSimulatedNode } from "../../component-helpers/simulation.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { answerText } from "../../client/answer-text.ts";
import { PlainHeaders } from "../../client/plain-headers.ts";
import { type Finished, printed } from "../finished.ts";
import { itemsAt, nameOf, namespaceOf, textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import {
  type ContainerRequest,
  type ContainerRuntime,
  createSession,
  type Files,
  type Listener,
  type Session,
} from "../session.ts";
import { findContainer } from "../commands/pods/containers.ts";
import type { Output } from "../command-output.ts";
import { runStatement } from "../shell/shell.ts";
import { frameOf } from "../shell/frame.ts";
import { ClusterReader } from "./cluster-reader.ts";
import { ContainerProcess } from "./container-process.ts";
import { openContainerFiles, Stores } from "./container-files.ts";
import { runContainerProgram, type Surroundings } from "./container-programs.ts";
import { formatLocalDate } from "./local-date.ts";
import { bash, jq, minikube, seq } from "./machine-programs.ts";
import { ClusterNetwork, isLocal } from "./network.ts";
import { answerOfPod } from "./pod-servers.ts";
import { containerEnvironment, expandReferences } from "./pod-values.ts";
import { curl, type Fetch, wget } from "./web-clients.ts";

/** Runs the lines of a shell that was opened in a container. */
interface Opened {
  readonly session: Session;
  readonly left: () => Promise<void>;
}

/** What is needed of the session that reaches into a container. */
type Host = Pick<Session, "handle" | "clock" | "random" | "server" | "programs" | "onIdle" | "files">;

const shells = new Set(["sh", "bash", "ash", "dash"]);
const baseName = (program = ""): string => program.slice(program.lastIndexOf("/") + 1);
const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/**
 * The containers of simulated nodes as processes in them see them: environment, files of volumes, Services, and a
 * bounded set of programs. What is written there is kept as long as this is.
 */
export class SimulatedContainers implements ContainerRuntime {
  readonly #stores = new Stores();
  /** What the containers of pods that have started do, by the uids of the pods. */
  readonly #started = new Map<string, readonly StartedProcess[]>();
  readonly #listeners = new Map<number, Listener>();
  #opened: Opened | undefined;

  /** Whether lines go to a shell in a container. */
  get isInside(): boolean {
    return this.#opened !== undefined;
  }

  /** Reports whether a pod is on a node whose containers are simulated. */
  async has({ handle }: Session, pod: JsonObject, signal: AbortSignal): Promise<boolean> {
    const node = await new ClusterReader(handle, signal).object(`/api/v1/nodes/${textAt(pod, "spec", "nodeName")}`);
    return node !== undefined && isSimulatedNode(node as KubeObject & JsonObject);
  }

  /** Runs a command in a container, or opens a shell there. Throws a KubectlError if the container does not run. */
  async exec(session: Session, request: ContainerRequest, output: Output, signal: AbortSignal): Promise<number> {
    const pod = await freshPod(session, request.pod, signal);
    if (!isRunning(pod, request.container))
      throw new KubectlError(`unable to upgrade connection: container not found ("${request.container}")`);
    return this.run(session, { ...request, pod }, output, signal);
  }

  /** Runs a command as a process of a container, whether the container runs or not. */
  async run(
    session: Session,
    request: ContainerRequest,
    output: Output,
    signal: AbortSignal,
    left: () => Promise<void> = async () => {},
  ): Promise<number> {
    const { pod, command, input, interactive } = request;
    const scripted = session.programs?.(pod, request.container, command, input);
    if (scripted !== undefined) {
      output.out(scripted.output);
      return scripted.exitCode;
    }
    await this.#start(session, pod, signal);
    const inner = await this.#shellOf(session, pod, request.container, signal);
    const [program, ...args] = command;
    const script = scriptOf(command);
    if (script !== undefined)
      return runScript(inner, script, output, signal, command.slice(command.indexOf(script) + 1));
    if (shells.has(baseName(program)) && !args.some((arg) => !arg.startsWith("-"))) {
      if (!interactive || input !== "") return runScript(inner, input, output, signal);
      this.#opened = { session: inner, left };
      return 0;
    }
    const words = [baseName(program), ...args].map(quoted).join(" ");
    const statement = input === "" ? { line: words, bodies: [] } : { line: `${words} <<'EOF'`, bodies: [input] };
    return runStatement(inner, statement, output, signal);
  }

  /** Runs a line in the shell that is open. Undefined if the line has closed it and is still to be run outside. */
  async runInside(line: string, bodies: readonly string[], output: Output, signal: AbortSignal) {
    const opened = this.#opened;
    if (opened === undefined) return undefined;
    const [word = ""] = line.trim().split(/\s+/, 1);
    const isOutside = word === "kubectl" || word === "k";
    if (word !== "exit" && !isOutside) return runStatement(opened.session, { line, bodies }, output, signal);
    this.#opened = undefined;
    await opened.left();
    return isOutside ? undefined : 0;
  }

  /** Runs a program of the machine that reaches servers; undefined if there is none of this name. */
  async runOnMachine(
    session: Session,
    [name = "", ...args]: readonly string[],
    input: string,
    signal: AbortSignal,
  ): Promise<Finished | undefined> {
    const fetch = this.fetchOf(session, undefined, signal);
    switch (baseName(name)) {
      case "curl":
        return curl(args, session.files, fetch, input);
      case "wget":
        return wget(args, session.files, fetch);
      case "minikube":
        return minikube(args, session, signal);
      case "seq":
        return seq(args);
      case "jq":
        return jq(args, input, session.files);
      case "openssl": {
        const { openssl } = await import("../openssl/openssl.ts");
        return openssl(args, { files: session.files, now: session.clock.now(), input });
      }
      case "date":
        return printed(`${formatLocalDate(session.clock.now())}\n`);
      case "sudo":
        return captured((output) =>
          runStatement(session, { line: args.map(quoted).join(" "), bodies: [] }, output, signal),
        );
      case "sh":
      case "bash":
        return bash(session, [name, ...args], input, signal);
      default:
        return undefined;
    }
  }

  /** Listens on a port of the machine. */
  listen(port: number, listener: Listener): void {
    this.#listeners.set(port, listener);
  }

  /** A port that nothing listens on. */
  freePort(): number {
    let port = 30_000;
    while (this.#listeners.has(port)) port++;
    return port;
  }

  /** Ends listening on a port. */
  close(port: number): void {
    this.#listeners.delete(port);
  }

  /** Sends requests as a program of the machine does, or of a pod. */
  fetchOf(host: Host, from: JsonObject | undefined, signal: AbortSignal): Fetch {
    const { handle, server } = host;
    const reader = new ClusterReader(handle, signal);
    const network = new ClusterNetwork(reader, from);
    return async (url, request) => {
      const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
      const name = url.hostname.replace(/^\[|\]$/g, "");
      const listener = from === undefined && isLocal(name) ? this.#listeners.get(port) : undefined;
      const isServer = listener?.kind === "proxy" || url.origin === new URL(server).origin;
      const target = isServer
        ? ({ kind: "server" } as const)
        : (listener ?? (from === undefined && isLocal(name) ? "refused" : await network.connect(name, port)));
      if (typeof target === "string") return target;
      if (target.kind !== "pod") {
        const given = request.headers.some(([name]) => name.toLowerCase() === "authorization");
        const anonymous = listener === undefined && !given ? anonymousHeaders : [];
        const answer = await handle({
          method: request.method,
          target: request.path,
          headers: new PlainHeaders([["User-Agent", request.agent], ...anonymous, ...request.headers]),
          body: request.body === "" ? null : new TextEncoder().encode(request.body),
          signal,
        });
        return { status: answer.status, headers: answer.headers, body: await answerText(answer.body) };
      }
      const { pod } = target;
      const [container] = itemsAt(pod, "spec", "containers");
      const files = async () => this.#filesOf(reader, host.files, pod, container ?? {});
      await this.#start(host, pod, signal);
      const client = textAt(from, "status", "podIP") || "10.0.0.1";
      return answerOfPod({ pod, port: target.port, request, client, files });
    };
  }

  async #filesOf(reader: ClusterReader, machine: Files, pod: JsonObject, container: JsonValue) {
    return openContainerFiles(
      reader,
      this.#stores,
      machine,
      pod,
      container,
      await containerEnvironment(reader, pod, container),
    );
  }

  /** Resolves with what a container has printed. */
  async log(session: Session, given: JsonObject, container: string, signal: AbortSignal): Promise<string> {
    const pod = await freshPod(session, given, signal);
    await this.#start(session, pod, signal);
    const own = this.#started.get(textAt(pod, "metadata", "uid"));
    return own?.find(({ name, isHook }) => name === container && !isHook)?.process.output ?? "";
  }

  /** Follows what the containers of a pod do to the present: init containers first, then hooks. */
  async #start(host: Host, pod: JsonObject, signal: AbortSignal): Promise<void> {
    const uid = textAt(pod, "metadata", "uid");
    const processes =
      this.#started.get(uid) ?? startCommands(pod).map((command) => this.#processOf(host, pod, command));
    this.#started.set(uid, processes);
    for (const { name, process } of processes)
      await untilAborted(process.follow(Math.min(host.clock.now(), timesOf(pod, name).finished)), signal);
  }

  #processOf(host: Host, pod: JsonObject, { name, words, isHook }: StartCommand): StartedProcess {
    const { signal } = new AbortController();
    const run = async (process: ContainerProcess): Promise<void> => {
      const inner = await this.#shellOf(host, pod, name, signal, process);
      const values = new Map(Object.entries(inner.environment));
      const own = words.map((word) => expandReferences(word, values));
      const script = scriptOf(own) ?? [baseName(own[0]), ...own.slice(1)].map(quoted).join(" ");
      const output = { out: (text: string) => void (process.output += text), err: () => undefined };
      await runScript(inner, script, output, signal);
    };
    const { started } = timesOf(pod, name);
    return { name, isHook, process: new ContainerProcess(started ?? host.clock.now(), run) };
  }

  /**
   * A shell in a container, of a process that it has started or of another one, with the container's environment, files
   * and programs.
   */
  async #shellOf(
    host: Host,
    pod: JsonObject,
    name: string,
    signal: AbortSignal,
    process?: ContainerProcess,
  ): Promise<Session> {
    const { handle, clock, random, server, programs, onIdle } = host;
    const reader = new ClusterReader(handle, signal);
    const container = findContainer(pod, name) ?? {};
    const environment = await containerEnvironment(reader, pod, container);
    const files = await openContainerFiles(reader, this.#stores, host.files, pod, container, environment);
    const network = new ClusterNetwork(reader, pod);
    const fetch = this.fetchOf(host, pod, signal);
    const now = (): number => process?.now ?? clock.now();
    const around: Surroundings = { pod, container, environment, files, network, fetch, now };
    return createSession({
      handle,
      clock,
      random,
      server,
      files,
      ...(process !== undefined && { loop: () => process.loop() }),
      ...(onIdle !== undefined && process === undefined && { onIdle }),
      environment: Object.fromEntries(environment),
      async machinePrograms(program, args, input) {
        const scripted = process !== undefined ? undefined : programs?.(pod, name, [program, ...args], input);
        if (scripted !== undefined) return printed(scripted.output, scripted.exitCode);
        if (process !== undefined && program === "sleep") {
          await process.sleep(sleepMs(args) ?? 0);
          return printed();
        }
        return runContainerProgram(baseName(program), args, around, input);
      },
    });
  }
}

/** A process that a container has started with. */
interface StartedProcess extends Pick<StartCommand, "name" | "isHook"> {
  readonly process: ContainerProcess;
}

/** When a container has started, and when it has ended, in milliseconds since the epoch. */
function timesOf(pod: JsonObject, name: string): { readonly started: number | undefined; readonly finished: number } {
  const status = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"]
    .flatMap((list) => itemsAt(pod, "status", list))
    .find((each) => textAt(each, "name") === name);
  const at = (...path: string[]): number | undefined => {
    const ms = Date.parse(textAt(status, ...path));
    return Number.isNaN(ms) ? undefined : ms;
  };
  return {
    started: at("state", "running", "startedAt") ?? at("state", "terminated", "startedAt"),
    finished: at("state", "terminated", "finishedAt") ?? Infinity,
  };
}

/** Waits for work, or until nobody waits any more. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const end = new AbortController();
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true, signal: end.signal }),
  );
  await Promise.race([work, aborted]).finally(() => end.abort());
}

/** What a container runs as it starts, or its hook. */
interface StartCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly isHook: boolean;
}

/** Programs that print, and end. */
const printing = new Set(["echo", "printf", "env", "printenv", "cat", "ls", "date", "hostname", "id", "perl"]);

/** The scripts and the programs that print which the containers of a pod run as they start, in order. */
const startCommands = (pod: JsonObject): readonly StartCommand[] =>
  ["initContainers", "containers"]
    .flatMap((list) => itemsAt(pod, "spec", list))
    .flatMap((container) => {
      const name = textAt(container, "name");
      const words = [...itemsAt(container, "command"), ...itemsAt(container, "args")].map(String);
      const hook = itemsAt(container, "lifecycle", "postStart", "exec", "command").map(String);
      return [
        { name, words, isHook: false },
        { name, words: hook, isHook: true },
      ];
    })
    .filter(({ words }) => scriptOf(words) !== undefined || printing.has(baseName(words[0])));

async function captured(run: (output: Output) => Promise<number>): Promise<Finished> {
  let [stdout, stderr] = ["", ""];
  const code = await run({ out: (text) => void (stdout += text), err: (text) => void (stderr += text) });
  return { stdout, stderr, code };
}

const anonymousHeaders = [
  ["Impersonate-User", "system:anonymous"],
  ["Impersonate-Group", "system:unauthenticated"],
] as const;

/** The script of `sh -c SCRIPT`. */
function scriptOf([program, ...args]: readonly string[]): string | undefined {
  if (!shells.has(baseName(program))) return undefined;
  const flag = args.findIndex((arg) => /^-\w*c$/.test(arg));
  return flag < 0 ? undefined : args[flag + 1];
}

/** Runs a script in a session, as the shell of a container that was opened for it. */
async function runScript(
  session: Session,
  script: string,
  output: Output,
  signal: AbortSignal,
  [name = "sh", ...args]: readonly string[] = [],
): Promise<number> {
  const { atEnd, runScript: runLines } = await import("../shell/scripts.ts");
  const frame = frameOf(name, args, true);
  const code = await runLines(runStatement, session, script, output, signal, frame);
  return atEnd({ session, output, signal, code, frame, run: runStatement }, code);
}

async function freshPod({ handle }: Session, pod: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}`;
  return (await new ClusterReader(handle, signal).object(path)) ?? pod;
}

const isRunning = (pod: JsonObject, container: string): boolean =>
  ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"]
    .flatMap((list) => itemsAt(pod, "status", list))
    .some((each) => textAt(each, "name") === container && valueAt(each, "state", "running") !== undefined);
