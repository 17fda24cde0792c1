import { isNotFound } from "../../../apimachinery/errors.ts";
import { parseDuration } from "../../../apimachinery/duration.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { readTime, rfc3339Layout } from "../../../apimachinery/time-parse.ts";
import { answerText, answerWholeLines } from "../../../client/answer-text.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, textAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import type { Query } from "../../rest/rest.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import { annotatedContainer, findContainer, noteDefault, UnknownContainerError } from "./containers.ts";
import { byLogging, podsOf, runningTimeout } from "./pods-of.ts";

const usage =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

/** The log of a container. */
interface LogRequest {
  readonly pod: JsonObject;
  readonly container: string;
}

/** `kubectl logs`. */
export async function logs(invocation: Invocation): Promise<void> {
  const { args, flags, out } = invocation;
  if (args.length > 2 || (args.length === 0 && flags.text("selector") === "")) throw usageError(invocation.path, usage);
  if (args.length === 1 && flags.text("selector") !== "")
    throw usageError(invocation.path, "only a selector (-l) or a POD name is allowed");
  const timeout = runningTimeout(invocation, false);
  checkSinceTime(flags.text("since-time"));
  const object = await targetOf(invocation);
  const container = args[1] ?? flags.text("container");
  validate(invocation, container);
  const requests = await requestsFor(invocation, object, container, timeout);
  const most = flags.int("max-log-requests");
  if (flags.bool("follow") && requests.length > most && requests.length > 1)
    throw new KubectlError(
      `you are attempting to follow ${requests.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
    );
  const consume = async (request: LogRequest): Promise<void> => {
    try {
      await printLog(invocation, request);
    } catch (error) {
      if (!flags.bool("ignore-errors")) throw error;
      out(`error: ${messageOf(error)}\n`);
    }
  };
  if (flags.bool("follow")) await Promise.all(requests.map(consume));
  else for (const request of requests) await consume(request);
}

function checkSinceTime(text: string): void {
  try {
    if (text !== "") readTime(text, rfc3339Layout);
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

/** The object that arguments name, or the list of the pods that are selected. */
async function targetOf(invocation: Invocation): Promise<JsonObject> {
  const { args, flags, namespace, err } = invocation;
  const [name = ""] = args;
  if (flags.text("selector") !== "") {
    const found = await build(invocation, { args: ["pods"], scheme: kubectlScheme });
    throwAll(found.errors);
    if (found.infos.length === 0) err(`No resources found in ${namespace} namespace.\n`);
    return { apiVersion: "v1", kind: "PodList", items: found.infos.map(({ object }) => object) };
  }
  const found = await build(invocation, { args: [name.includes("/") ? name : `pods/${name}`], scheme: kubectlScheme });
  const [error] = found.errors;
  if (isNotFound(error))
    throw new KubectlError(`error from server (NotFound): ${messageOf(error)} in namespace ${quoteGo(namespace)}`);
  throwAll(found.errors);
  const [info] = found.infos;
  if (info === undefined || found.infos.length !== 1) throw new KubectlError("expected a resource");
  return info.object;
}

function validate({ args, flags }: Invocation, container: string): void {
  const since = parseDuration(flags.text("since"));
  if (flags.text("since-time") !== "" && since !== 0n)
    throw new KubectlError("at most one of `sinceTime` or `sinceSeconds` may be specified");
  if (flags.bool("all-containers") && container !== "")
    throw new KubectlError(`--all-containers=true should not be specified with container name ${container}`);
  if (flags.changed("container") && args.length === 2)
    throw new KubectlError("only one of -c or an inline [CONTAINER] arg is allowed");
  if (flags.int("limit-bytes") < 0) throw new KubectlError("--limit-bytes must be greater than 0");
  if (since < 0n) throw new KubectlError("--since must be greater than 0");
  if (flags.int("tail") < -1) throw new KubectlError("--tail must be greater than or equal to -1");
}

/** The logs that an object's pods have (polymorphichelpers.LogsForObjectFn). Throws a KubectlError. */
async function requestsFor(
  invocation: Invocation,
  object: JsonObject,
  container: string,
  timeout: number,
): Promise<readonly LogRequest[]> {
  const { flags, err } = invocation;
  const allPods = flags.bool("all-pods");
  const kind = textAt(object, "kind");
  const each = (pods: readonly JsonObject[]): readonly LogRequest[] =>
    pods.flatMap((pod) => requestsForPod(invocation, pod, container));
  if (kind === "PodList") return each(itemsAt(object, "items").filter(isObject));
  if (kind === "Pod") return each([object]);
  const pods = await podsOf(invocation, object, timeout, byLogging, "get the logs from");
  // Where there are several pods, kubectl lists them once more.
  if (allPods && pods.length > 1)
    return each(await podsOf(invocation, object, timeout, byLogging, "get the logs from"));
  if (pods.length > 1) err(`Found ${pods.length} pods, using pod/${nameOf(pods[0])}\n`);
  return each(pods.slice(0, 1));
}

function requestsForPod(invocation: Invocation, pod: JsonObject, wanted: string): readonly LogRequest[] {
  const { flags, err } = invocation;
  if (flags.bool("all-containers"))
    return ["initContainers", "containers", "ephemeralContainers"]
      .flatMap((list) => itemsAt(pod, "spec", list))
      .map((each) => ({ pod, container: textAt(each, "name") }));
  let container = wanted;
  const annotated = annotatedContainer(pod);
  if (container === "" && annotated !== "") {
    if (findContainer(pod, annotated) === undefined)
      err(`Default container name ${quoteGo(annotated)} not found in pod ${nameOf(pod)}\n`);
    else container = annotated;
  }
  if (container === "") {
    container = textAt(itemsAt(pod, "spec", "containers")[0], "name");
    if (!flags.bool("all-pods")) noteDefault(invocation, pod, container);
  }
  if (findContainer(pod, container) === undefined)
    throw new UnknownContainerError(pod, container, `container ${container} is not valid for pod ${nameOf(pod)}`);
  return [{ pod, container }];
}

async function printLog(invocation: Invocation, request: LogRequest): Promise<void> {
  const { rest, flags, out } = invocation;
  const { pod, container } = request;
  const since = Math.round(Number(parseDuration(flags.text("since"))) / 1e9);
  const tail = flags.text("selector") !== "" && !flags.changed("tail") ? 10 : flags.int("tail");
  const given = (name: string): string => (flags.bool(name) ? "true" : "");
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}/log`;
  const query = {
    container,
    follow: given("follow"),
    insecureSkipTLSVerifyBackend: given("insecure-skip-tls-verify-backend"),
    limitBytes: flags.int("limit-bytes") === 0 ? "" : flags.text("limit-bytes"),
    previous: given("previous"),
    sinceSeconds: since === 0 ? "" : String(since),
    sinceTime: flags.text("since-time"),
    tailLines: tail === -1 ? "" : String(tail),
    timestamps: given("timestamps"),
  };
  const answer = await rest.send({ method: "GET", path, query });
  const prefix = flags.bool("prefix") || flags.bool("all-pods") ? `[pod/${nameOf(pod)}/${container}] ` : "";
  const print = (lines: readonly string[]): void => out(lines.map((line) => prefix + line).join(""));
  const isPart = flags.bool("previous") || since > 0 || flags.text("since-time") !== "" || flags.int("limit-bytes") > 0;
  const own = isPart ? [] : await simulatedLog(invocation, request);
  const written = own.length === 0 ? "" : await textOf(invocation, path, { ...query, follow: "" });
  if (own.length > 0 && (flags.bool("follow") ? written === "" : hasLines(own, written))) {
    print(tail === -1 ? own : own.slice(Math.max(own.length - tail, 0)));
    if (!flags.bool("follow")) return;
  }
  for await (const lines of answerWholeLines(answer.body)) print(lines);
}

const textOf = async ({ rest }: Invocation, path: string, query: Query): Promise<string> =>
  answerText((await rest.send({ method: "GET", path, query })).body);

/** What the command of a container prints which knows its environment and files; nothing if it is not simulated. */
async function simulatedLog({ session, signal }: Invocation, { pod, container }: LogRequest): Promise<string[]> {
  const containers = await session.containers?.load();
  if (containers === undefined || !(await containers.has(session, pod, signal))) return [];
  const text = await containers.log(session, pod, container, signal);
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

/** Whether all lines of a text are among the others, in their order. */
function hasLines(lines: readonly string[], text: string): boolean {
  let at = 0;
  return text.split(/(?<=\n)/).every((line) => line === "" || (at = lines.indexOf(line, at) + 1) > 0);
}
