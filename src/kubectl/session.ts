import { generateName } from "../apimachinery/name-generator.ts";
import type { Clock } from "../apimachinery/clock.ts";
import type { Status } from "../apimachinery/meta.ts";
import { ClockOfWorld } from "../client/clock-of-world.ts";
import { pathFromRoot } from "../apimachinery/clean-path.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { WorldTime } from "../component-base/world-clock.ts";
import { isWebAddress } from "../component-base/parse-web-url.ts";
import { isList, type JsonObject } from "../apimachinery/json/value.ts";
import type { Finished } from "./finished.ts";
import { itemsAt, nameOf, objectAt, textAt } from "./json-access.ts";
import type { ResourceMapper } from "./resource/mapper.ts";
import type { Output } from "./command-output.ts";
import type { ShellNode } from "./shell/compound.ts";
import { Jobs } from "./shell/jobs.ts";

/** The files that commands read and write: the virtual folder of a page, or a folder of a disk. */
export interface Files {
  /** The text of a file, or of what stands for an address; undefined if there is none. */
  read(path: string): Promise<string | undefined>;
  /** The paths of all files below a folder, from there and sorted; undefined if it is no folder. */
  list(path: string): Promise<readonly string[] | undefined>;
  write(path: string, text: string): Promise<void>;
  /** Removes a file; without it files stay. */
  remove?(path: string): Promise<void>;
  /** Says why nothing is read of an address, and what to do about it. */
  whyUnread?(address: string): string;
  /** The path of the folder on the disk, for messages; undefined for the root. */
  readonly root?: string;
}

/** Says what a command in a container prints and how it ends. */
export type ScriptedPrograms = (
  pod: JsonObject,
  container: string,
  command: readonly string[],
  stdin: string,
) => { readonly output: string; readonly exitCode: number } | undefined;

/** Runs a program with what is piped into it; undefined if there is none of this name. */
export type RunProgram = (
  name: string,
  args: readonly string[],
  input: string,
  signal: AbortSignal,
) => Promise<Finished | undefined>;

/** What a container is asked to do. */
export interface ContainerRequest {
  readonly pod: JsonObject;
  readonly container: string;
  readonly command: readonly string[];
  readonly input: string;
  /** Whether lines that follow are meant for it: `-it`. */
  readonly interactive: boolean;
}

/** A port of the machine that kubectl listens on, and what is behind it. */
export type Listener =
  | { readonly kind: "proxy" }
  | { readonly kind: "pod"; readonly pod: JsonObject; readonly port: number };

/** What runs in the containers of simulated nodes. */
export interface ContainerRuntime {
  /** Reports whether a pod is on a node whose containers are simulated. */
  has(session: Session, pod: JsonObject, signal: AbortSignal): Promise<boolean>;
  /** Runs a command in a container, or opens a shell there. Throws a KubectlError if the container does not run. */
  exec(session: Session, request: ContainerRequest, output: Output, signal: AbortSignal): Promise<number>;
  /** Runs a command as a container's process, whether it runs or not; `left` is called as a shell there ends. */
  run(
    session: Session,
    request: ContainerRequest,
    output: Output,
    signal: AbortSignal,
    left: () => Promise<void>,
  ): Promise<number>;
  /** Resolves with what the command of a container has printed as it started; "" if that is not simulated. */
  log(session: Session, pod: JsonObject, container: string, signal: AbortSignal): Promise<string>;
  /** Whether lines go to a shell in a container. */
  readonly isInside: boolean;
  /** Runs a line in that shell. Undefined if the line has closed it and is still to be run outside. */
  runInside(line: string, bodies: readonly string[], output: Output, signal: AbortSignal): Promise<number | undefined>;
  /** Runs a program of the machine that reaches servers; undefined if there is none of this name. */
  runOnMachine(
    session: Session,
    words: readonly string[],
    input: string,
    signal: AbortSignal,
  ): Promise<Finished | undefined>;
  listen(port: number, listener: Listener): void;
  close(port: number): void;
  /** A port that nothing listens on. */
  freePort(): number;
}

/** The containers of a session, loaded with the first command that needs them. */
export interface ContainerLoader {
  /** Whether lines go to a shell in a container. */
  readonly isInside: boolean;
  load(): Promise<ContainerRuntime>;
}

/** How a server of a kubeconfig is reached. */
export interface ConnectOptions {
  /** The entries of the kubeconfig: with the authority of the server, and the certificate of the user. */
  readonly cluster: JsonObject;
  readonly user: JsonObject;
  /** `--insecure-skip-tls-verify` */
  readonly insecure: boolean;
}

/** Names an object of a server; the namespace of objects of the cluster is "". */
export interface NamedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a session of kubectl is given. */
export interface SessionOptions {
  readonly handle: Handle;
  /**
   * Reaches the server at an address, such as that of a context's cluster. Without it, `handle` serves all contexts.
   */
  readonly connect?: (server: string, by: ConnectOptions) => Handle;
  readonly clock: Clock;
  /** Reads the time of the world that ages count in; without it, the clock has it. */
  readonly worldTime?: (() => Promise<WorldTime>) | undefined;
  readonly random: () => number;
  readonly files: Files;
  /** The address of the server as errors and logs show it, e.g. `http://127.0.0.1:8001`. */
  readonly server: string;
  readonly token?: string;
  /** Lets a person change a text; gives undefined where there is no editor. */
  readonly edit?: (text: string) => Promise<string | undefined>;
  /** Called with errors that are faults of this library, which a command then ends with too. */
  readonly reportBug?: (error: unknown) => void;
  /**
   * Sends what a line with a hint, which follows an error, asks of the server: beside the command's own requests.
   * Without it there are no hints; `--hints=false` or the variable KUBEPAD_HINTS turns them off.
   */
  readonly hints?: Handle;
  /**
   * What runs in containers of simulated nodes, for `exec`, `attach`, `port-forward` and `proxy`; without it, they are
   * answered as the server does.
   */
  readonly containers?: ContainerLoader;
  /** Programs that come before those of the shell; undefined for a program that it does not have. */
  readonly machinePrograms?: RunProgram;
  /** What an author says that a command in a container prints; undefined where nothing is said. */
  readonly programs?: ScriptedPrograms;
  /** Called for each `while` and `until`; what it returns is asked before each round whether there is another. */
  readonly loop?: () => () => boolean;
  /** Called with the name of a variable that is used and has no value, or an empty one. */
  readonly onUnset?: (name: string, value: "" | undefined) => void;
  /** Called with the reason when a program ends well without doing what it is for. */
  readonly onIdle?: (reason: string) => void;
  /** Ends what runs in the background of the shell. */
  readonly lifetime?: AbortSignal;
  /**
   * Whether it is known that the server has no object of a kind and name, so that `apply` creates it without asking for
   * it before. Without it, nothing is known.
   */
  readonly isAbsent?: (object: NamedObject) => boolean;
  /** Variables of the environment: KUBE_EDITOR and EDITOR name a program that edits in place of a person. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A request of a command that the server refused. */
export interface RefusedRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly body: string | undefined;
  readonly status: Status;
}

/** What the commands of one terminal share: the server, the files, the kubeconfig and discovery. */
export interface Session extends SessionOptions {
  /** The time of the world, read before each statement of the shell. */
  readonly clock: ClockOfWorld;
  config: JsonObject;
  mapper: ResourceMapper | undefined;
  /** The last request of the command that was refused. */
  refused?: RefusedRequest | undefined;
  /** The kubeconfig that a variable before the command names, in place of the session's own. */
  readonly kubeconfigVariable?: string;
  /** OpenAPI documents that were read, by their addresses. */
  readonly documents: Map<string, JsonObject>;
  readonly environment: Readonly<Record<string, string>>;
  /** The folder that the shell is in. */
  readonly place: Place;
  /** What runs in the background. */
  readonly jobs: Jobs;
  /** How many functions and lines of the shell run within each other. */
  readonly nesting: { depth: number };
  /** The variables of the shell. */
  readonly variables: Map<string, ShellVariable>;
  /** How the last line of the shell ended. */
  readonly status: { code: number };
  /** The options of the shell that are on: `e`, `u` and `pipefail`. */
  readonly options: Set<string>;
  /** What runs at signals and at the end of the shell, by their names. */
  readonly traps: Map<string, string>;
  /** The folders that were made, by their paths; one with files is there without it. */
  readonly folders: Set<string>;
  /** The functions and aliases of the shell. */
  readonly functions: Map<string, readonly ShellNode[]>;
  /** The files that are programs, by their paths from the first folder. */
  readonly executables: Set<string>;
}

/** A variable of the shell; commands see those that are exported. */
export interface ShellVariable {
  /** The value; of an array, that of its first item. */
  readonly value: string;
  readonly exported: boolean;
  readonly items?: readonly string[];
  /** The words that are indices of the items, of an array that has words. */
  readonly keys?: readonly string[];
  /** Of OPTIND, the place of the next option in its word. */
  readonly optionPlace?: number;
}

/** The folder that a shell is in, "" for the first one, and the one before it. */
export class Place {
  folder = "";
  before = "";

  /** The path from the first folder, which is `~`; absolute paths and addresses stay. */
  resolve(path: string): string {
    const isAbsolute = path.startsWith("/");
    const isHome = /^~(?:\/|$)/.test(path);
    if ((this.folder === "" && !isHome) || isWebAddress(path)) return path;
    const folder = isAbsolute || isHome ? "" : this.folder;
    return `${isAbsolute ? "/" : ""}${pathFromRoot(isHome ? path.slice(1) : path, folder)}` || ".";
  }
}

const nullDevice = "/dev/null";

/** Files as a shell finds them from the folder that it is in, with `/dev/null`, which is empty whatever is written. */
const filesFrom = (files: Files, place: Place): Files => ({
  read: async (path) => (path === nullDevice ? "" : files.read(place.resolve(path))),
  list: (path) => files.list(place.resolve(path)),
  write: async (path, text) => (path === nullDevice ? undefined : files.write(place.resolve(path), text)),
  ...(files.remove !== undefined && { remove: async (path) => files.remove?.(place.resolve(path)) }),
  ...(files.whyUnread !== undefined && { whyUnread: (address) => files.whyUnread?.(address) ?? "" }),
  ...(files.root !== undefined && { root: files.root }),
});

/** Opens a session whose kubeconfig is empty, as kubectl's is with `--server`. */
export function createSession(options: SessionOptions): Session {
  const place = new Place();
  return {
    environment: {},
    ...options,
    clock: new ClockOfWorld(options.clock, options.worldTime),
    files: filesFrom(options.files, place),
    place,
    jobs: new Jobs(options.clock, options.lifetime),
    config: emptyConfig,
    mapper: undefined,
    documents: new Map(),
    nesting: { depth: 0 },
    variables: new Map(),
    status: { code: 0 },
    options: new Set(),
    traps: new Map(),
    folders: new Set(),
    functions: new Map(),
    executables: new Set(),
  };
}

/** A kubeconfig without entries. */
export const emptyConfig: JsonObject = {
  apiVersion: "v1",
  clusters: [],
  contexts: [],
  "current-context": "",
  kind: "Config",
  users: [],
};

/** The context of a name in a kubeconfig; an empty one if there is none. */
export function contextOf(config: JsonObject, name: string): JsonObject {
  const contexts = config["contexts"];
  const found = isList(contexts) ? contexts.find((context) => textAt(context, "name") === name) : undefined;
  return objectAt(found, "context");
}

/** A cluster in a kubeconfig; an empty one if there is none. */
export const clusterOf = (config: JsonObject, cluster: string): JsonObject =>
  objectAt(
    itemsAt(config, "clusters").find((entry) => textAt(entry, "name") === cluster),
    "cluster",
  );

/** The address of the server of a cluster in a kubeconfig; "" if there is none. */
export const serverOf = (config: JsonObject, cluster: string): string => textAt(clusterOf(config, cluster), "server");

/** The user that a context of a kubeconfig names. */
export function userOf(config: JsonObject, context: string): JsonObject {
  const name = textAt(contextOf(config, context), "user");
  return objectAt(
    itemsAt(config, "users").find((user) => textAt(user, "name") === name || nameOf(user) === name),
    "user",
  );
}

/** Five random characters, as the API server appends to generated names. */
export const randomSuffix = ({ random }: Session): string =>
  generateName("", { int: (below) => Math.floor(random() * below) });
