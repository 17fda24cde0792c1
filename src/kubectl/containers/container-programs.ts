import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { clientExitCode } from "../../component-helpers/pod-simulation/client-programs.ts";
import { failed, type Finished, printed } from "../finished.ts";
import { formatLocalDate } from "./local-date.ts";
import { itemsAt, nameOf, namespaceOf, textAt } from "../json-access.ts";
import type { Files } from "../session.ts";
import type { ClusterNetwork } from "./network.ts";
import { perl } from "./perl.ts";
import { curl, type Fetch, wget } from "./web-clients.ts";

/** What programs of a container see. */
export interface Surroundings {
  readonly pod: JsonObject;
  readonly container: JsonValue;
  readonly environment: ReadonlyMap<string, string>;
  readonly files: Files;
  readonly network: ClusterNetwork;
  readonly fetch: Fetch;
  readonly now: () => number;
}

type Ended = Finished | undefined | Promise<Finished | undefined>;
/** A program; undefined for a use of it that is not simulated. */
type Program = (args: readonly string[], around: Surroundings, input: string) => Ended;

const hostnameOf = ({ pod }: Surroundings): string => textAt(pod, "spec", "hostname") || nameOf(pod);

function hostname(args: readonly string[], around: Surroundings): Finished {
  const { pod } = around;
  const subdomain = textAt(pod, "spec", "subdomain");
  if (args[0] === "-i" || args[0] === "-I") return printed(`${textAt(pod, "status", "podIP")}\n`);
  const isLong = args.some((arg) => arg === "-f" || arg === "--fqdn") && subdomain !== "";
  const name = hostnameOf(around);
  return printed(`${isLong ? `${name}.${subdomain}.${namespaceOf(pod)}.svc.cluster.local` : name}\n`);
}

const member = ({ pod, container }: Surroundings, name: string): string =>
  textAt(container, "securityContext", name) || textAt(pod, "spec", "securityContext", name);

/** The number of the user, the group and the further groups of a process. */
function identity(around: Surroundings): {
  readonly user: string;
  readonly group: string;
  readonly groups: readonly string[];
} {
  const user = member(around, "runAsUser") || "0";
  const group = member(around, "runAsGroup") || "0";
  const fsGroup = textAt(around.pod, "spec", "securityContext", "fsGroup");
  const more = itemsAt(around.pod, "spec", "securityContext", "supplementalGroups").map(String);
  return { user, group, groups: [...new Set([group, ...(fsGroup === "" ? [] : [fsGroup]), ...more])] };
}

const named = (number: string): string => (number === "0" ? "0(root)" : number);

function id(args: readonly string[], around: Surroundings): Finished {
  const { user, group, groups } = identity(around);
  if (args[0] === "-u") return printed(`${user}\n`);
  if (args[0] === "-g") return printed(`${group}\n`);
  return printed(`uid=${named(user)} gid=${named(group)} groups=${groups.map(named).join(",")}\n`);
}

function whoami(_: readonly string[], around: Surroundings): Finished {
  const { user } = identity(around);
  return user === "0" ? printed("root\n") : failed(`whoami: cannot find name for user ID ${user}`);
}

/** The processes that a container shows: its own, or those of its pod where they are shared. */
function ps(_: readonly string[], around: Surroundings): Finished {
  const { pod, container } = around;
  const shared = textAt(pod, "spec", "shareProcessNamespace") === "true";
  const { user } = identity(around);
  const owner = user === "0" ? "root" : user;
  const commandOf = (each: JsonValue): string =>
    [...itemsAt(each, "command"), ...itemsAt(each, "args")].map(String).join(" ") ||
    `${textAt(each, "image")
      .replace(/^.*\//s, "")
      .replace(/[:@].*/s, "")}`;
  const running = shared ? ["/pause", ...itemsAt(pod, "spec", "containers").map(commandOf)] : [commandOf(container)];
  const rows = [...running, "ps"].map(
    (command, i) => `${String(i * 7 + 1).padStart(5)} ${owner.padEnd(8)}  0:00 ${command}`,
  );
  return printed(`PID   USER     TIME  COMMAND\n${rows.join("\n")}\n`);
}

function printenv(args: readonly string[], { environment }: Surroundings): Finished {
  const names = args.filter((arg) => !arg.startsWith("-"));
  if (names.length === 0) return printed([...environment].map(([name, value]) => `${name}=${value}\n`).join(""));
  const values = names.map((name) => environment.get(name));
  return printed(
    values.map((value) => (value === undefined ? "" : `${value}\n`)).join(""),
    values.includes(undefined) ? 1 : 0,
  );
}

/** `env` prints the environment; with a command, the command runs as it is. */
const env: Program = (args, around, input) => {
  const [name, ...words] = args.filter((arg) => !/^\w+=/.test(arg) && !arg.startsWith("-"));
  if (name === undefined) return printenv([], around);
  return runContainerProgram(name, words, around, input).then(
    (ended) => ended ?? failed(`env: '${name}': No such file or directory`, 127),
  );
};

async function nslookup(args: readonly string[], { network }: Surroundings): Promise<Finished> {
  const [name = ""] = args.filter((arg) => !arg.startsWith("-"));
  const server = "Server:    10.0.0.10\nAddress 1: 10.0.0.10 kube-dns.kube-system.svc.cluster.local\n\n";
  const found = await network.resolve(name);
  if (found.length === 0) return { stdout: server, stderr: `nslookup: can't resolve '${name}'\n`, code: 1 };
  const rows = found.map((each, i) => `Address ${i + 1}: ${each.address} ${each.name}\n`);
  return printed(`${server}Name:      ${name}\n${rows.join("")}`);
}

async function dig(args: readonly string[], { network }: Surroundings): Promise<Finished> {
  const [name = ""] = args.filter((arg) => !/^[-+@]/.test(arg) && !/^[A-Z]+$/.test(arg));
  const found = await network.resolve(name.replace(/\.$/, ""));
  if (args.includes("+short")) return printed(found.map(({ address }) => `${address}\n`).join(""));
  const rows = found.map(({ address }) => `${name.replace(/\.?$/, ".")}\t30\tIN\tA\t${address}\n`);
  return printed(
    `;; QUESTION SECTION:\n;${name.replace(/\.?$/, ".")}\t\tIN\tA\n\n;; ANSWER SECTION:\n${rows.join("")}\n`,
  );
}

/** A client that says nothing: it ends as the host that it names answers. */
const silentClient =
  (name: string): Program =>
  async (args, { network }) => {
    const asked: string[] = [];
    clientExitCode(name, args, (host) => asked.push(host) > 0);
    const [host] = asked;
    if (host === undefined || host === "localhost") return idle(`what ${name} asks for is not simulated`);
    const isKnown = (await network.resolve(host)).length > 0 || (host.includes(".") && !/\.svc(?:\.|$)/.test(host));
    const code = clientExitCode(name, args, () => isKnown) ?? 0;
    return code === 0
      ? idle(`what ${name} asks for is not simulated`)
      : failed(`${name}: cannot connect to ${host}`, code);
  };

/** A program that ends well and does nothing, for this reason. */
const idle = (reason: string): Finished => ({ ...printed(), idle: reason });
const idleProgram =
  (reason: string): Program =>
  () =>
    idle(reason);
const packages = idleProgram("packages are not installed in simulated containers");
const processes = idleProgram("processes are not simulated");
const modes = idleProgram("files of simulated containers have no modes");

// oxfmt-ignore
const programs: Readonly<Record<string, Program>> = {
  hostname, id, whoami, perl, ps, printenv, env, nslookup, dig, host: nslookup,
  curl: (args, { files, fetch }, input) => curl(args, files, fetch, input),
  wget: (args, { files, fetch, network }) =>
    wget(args, files, fetch, async (host) => (await network.resolve(host))[0]?.address),
  date: (_, { now }) => printed(`${formatLocalDate(now())}\n`),
  "apt-get": packages, apt: packages, apk: packages, yum: packages, dnf: packages,
  kill: processes, killall: processes, pkill: processes, chmod: modes, chown: modes,
  sync: () => printed(""),
  ...Object.fromEntries(["nc", "netcat", "ping", "telnet", "mysql", "mysqladmin", "redis-cli", "psql", "mongosh"].map((name) => [name, silentClient(name)])),
};

/** Runs a program of a container; undefined if this is left to the shell. */
export async function runContainerProgram(
  name: string,
  args: readonly string[],
  around: Surroundings,
  input: string,
): Promise<Finished | undefined> {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (name === "exit") return printed("", Number(/^\d+$/.exec(args[0] ?? "0")?.[0] ?? 0) & 255);
  if (name === "set" && args.length === 0) return printenv([], around);
  if (name === "kubectl" || name === "kubepad") return failed(`sh: ${name}: not found`, 127);
  return program?.(args, around, input);
}
