import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, PlainError, throwAll, usageError } from "../../kubectl-error.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import { containerOrDefault, findContainer, UnknownContainerError } from "./containers.ts";
import { byActivity, podsOf, runningTimeout } from "./pods-of.ts";

/** What a stream of a container is asked for. */
export interface StreamRequest {
  readonly subresource: "attach" | "exec";
  readonly container: string;
  readonly command?: readonly string[];
  readonly stdin?: boolean;
}

/** `kubectl exec`: the server's answer, since processes of other machines cannot be reached from here. */
export async function exec(invocation: Invocation): Promise<void> {
  const { args, dash, flags, path } = invocation;
  const files = flags.list("filename");
  const command = dash < 0 ? [] : args.slice(dash);
  if (dash < 0 && (args.length > 1 || (args.length > 0 && files.length > 0)))
    throw usageError(path, "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead");
  const timeout = runningTimeout(invocation);
  const name = dash === 0 ? "" : (args[0] ?? "");
  if (name === "" && files.length === 0) throw new KubectlError("pod, type/name or --filename must be specified");
  if (command.length === 0) throw new KubectlError("you must specify at least one command for the container");
  const objects = await targets(invocation, name === "" ? [] : ["pods", name]);
  const [object] = objects;
  if (object === undefined || objects.length > 1) throw new KubectlError("cannot exec into multiple objects at a time");
  const pod = await attachablePod(invocation, object, timeout);
  await execIn(invocation, pod, flags.text("container"), command, flags.bool("quiet"));
}

/** Runs a command in a container of a pod; the default one without a name. */
export async function execIn(
  invocation: Invocation,
  pod: JsonObject,
  named: string,
  command: readonly string[],
  quiet: boolean,
  stdin = invocation.flags.bool("stdin"),
): Promise<void> {
  const { flags, err, session } = invocation;
  const phase = textAt(pod, "status", "phase");
  if (phase === "Succeeded" || phase === "Failed")
    throw new KubectlError(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  const container = named || textAt(containerOrDefault(invocation, pod, "", quiet), "name");
  if (stdin && flags.bool("tty") && !quiet && session.containers === undefined)
    err("Unable to use a TTY - input is not a terminal or the right kind of file\n");
  await openStream(invocation, pod, { subresource: "exec", container, command, stdin });
}

/** `kubectl attach`: the server's answer, as `exec`. */
export async function attach(invocation: Invocation): Promise<void> {
  const { args, flags, err } = invocation;
  const timeout = runningTimeout(invocation);
  if (args.length === 0) throw new KubectlError("at least 1 argument is required for attach");
  if (args.length > 2)
    throw new KubectlError(
      `expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${args.length}: [${args.join(" ")}]`,
    );
  const [object = {}] = await targets(invocation, args.length === 1 ? ["pods", args[0] ?? ""] : args);
  const pod = await attachablePod(invocation, object, timeout);
  const phase = textAt(pod, "status", "phase");
  if (phase === "Succeeded" || phase === "Failed")
    throw new KubectlError(`cannot attach a container in a completed pod; current phase is ${phase}`);
  await attachTo(invocation, pod, flags.text("container"), (text) => err(text));
}

/** Attaches to a container of a pod, saying what `attach` says first. */
export async function attachTo(
  invocation: Invocation,
  pod: JsonObject,
  named: string,
  say: (text: string) => void,
): Promise<void> {
  const { flags, session } = invocation;
  const quiet = flags.bool("quiet");
  const container = attachContainer(invocation, pod, named);
  const name = textAt(container, "name");
  if (flags.bool("tty") && valueAt(container, "tty") !== true && !quiet)
    say(`error: Unable to use a TTY - container ${name} did not allocate one\n`);
  if (valueAt(container, "tty") === true && flags.bool("stdin") && !quiet && session.containers === undefined)
    say("Unable to use a TTY - input is not a terminal or the right kind of file\n");
  if (!quiet)
    say(
      "All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\nIf you don't see a command prompt, try pressing enter.\n",
    );
  await openStream(invocation, pod, { subresource: "attach", container: name, stdin: flags.bool("stdin") });
}

function attachContainer(invocation: Invocation, pod: JsonObject, named: string) {
  try {
    return containerOrDefault(invocation, pod, named, invocation.flags.bool("quiet"));
  } catch (error) {
    const message = `cannot attach to the container: ${messageOf(error)}`;
    if (error instanceof UnknownContainerError) throw new UnknownContainerError(pod, error.container, message);
    throw new KubectlError(message);
  }
}

/** The objects that a type and a name, TYPE/NAME or files name. */
export async function targets(invocation: Invocation, [type = "", name = ""]: readonly string[], scheme?: string) {
  const args = name === "" ? [] : [name.includes("/") ? name : `${type}/${name}`];
  const found = await build(invocation, { args, scheme: scheme ?? kubectlScheme, asWritten: true });
  throwAll(found.errors);
  return found.infos.map(({ object }) => object);
}

/** The pod itself, or the first pod of an object (polymorphichelpers.AttachablePodForObjectFn). */
export async function attachablePod(invocation: Invocation, object: JsonObject, timeout: number): Promise<JsonObject> {
  if (textAt(object, "kind") === "Pod" && textAt(object, "apiVersion") === "v1") return object;
  const [pod = {}] = await podsOf(invocation, object, timeout, byActivity, "attach to");
  return pod;
}

async function openStream(invocation: Invocation, pod: JsonObject, request: StreamRequest): Promise<void> {
  const { rest } = invocation;
  const { subresource, container, command = [], stdin = false } = request;
  const query = [
    ...command.map((word) => `command=${encodeURIComponent(word)}`),
    `container=${encodeURIComponent(container)}`,
    "stderr=true",
    ...(stdin ? ["stdin=true"] : []),
    "stdout=true",
  ].join("&");
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}/${subresource}?${query}`;
  // As kubectl does: first by WebSocket, then by SPDY, whose answer counts.
  const opened = await rest.send({ method: "GET", path }).catch(() => undefined);
  if (opened === undefined)
    await rest.send({ method: "POST", path }).catch(async (error: unknown) => {
      if (!needsUpgrade(error) || !(await simulated(invocation, pod, request))) throw error;
    });
  else throw new KubectlError(`${subresource} is not available here: streams of processes cannot be opened`);
}

/** Reports whether a server refused a stream because the connection was not upgraded. */
export const needsUpgrade = (error: unknown): boolean => messageOf(error) === "Upgrade request required";

/** Opens the stream of a container that is simulated. Resolves with false if it is not. */
async function simulated(invocation: Invocation, pod: JsonObject, request: StreamRequest): Promise<boolean> {
  const { session, signal, flags, stdin } = invocation;
  const containers = await session.containers?.load();
  if (containers === undefined || !(await containers.has(session, pod, signal))) return false;
  const { container, subresource } = request;
  const interactive = request.stdin === true && flags.bool("tty");
  const command = subresource === "exec" ? (request.command ?? []) : commandOf(pod, container);
  const input = request.stdin === true ? stdin : "";
  const asked = { pod, container, command, input, interactive };
  const code = await containers.exec(session, asked, invocation, signal);
  if (code !== 0) throw new PlainError(`command terminated with exit code ${code}`, code);
  return true;
}

/** What a container runs: its command, or the shell that an image without one is taken to start. */
export function commandOf(pod: JsonObject, name: string): readonly string[] {
  const container = findContainer(pod, name);
  const words = [...itemsAt(container, "command"), ...itemsAt(container, "args")].map(String);
  return words.length === 0 ? ["sh"] : words;
}

/** The ports of a pod's containers, init containers last. */
export const portsOfPod = (pod: JsonObject) =>
  ["containers", "initContainers"].flatMap((list) =>
    itemsAt(pod, "spec", list).flatMap((container) => itemsAt(container, "ports")),
  );
