import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { StatusError } from "../../apimachinery/errors.ts";
import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { answerText } from "../../client/answer-text.ts";
import { PlainHeaders } from "../../client/plain-headers.ts";
import { diagnoseStatus } from "../../diagnosis/diagnose-status.ts";
import type { Diagnosis } from "../../diagnosis/diagnosis.ts";
import { servedApi, type ServedApi, type ServedKind } from "../../diagnosis/refused/served-api.ts";
import { mistyped } from "../../diagnosis/refused/mistyped.ts";
import { refusedOf } from "../../diagnosis/refused/refused.ts";
import { kindFinding } from "../../diagnosis/refused/undecodable.ts";
import { fieldText, lookUpFields } from "../../diagnosis/refused/unknown-field.ts";
import { nearestResource, removalOf } from "../../diagnosis/refused/unserved.ts";
import { Reading } from "../../diagnosis/reading.ts";
import { listed } from "../../diagnosis/words.ts";
import { servedSurroundings } from "../../diagnosis/served-surroundings.ts";
import { noContainerWords } from "../../diagnosis/container-view.ts";
import { UnknownContainerError } from "../commands/pods/containers.ts";
import { itemsAt, nameOf, textAt } from "../json-access.ts";
import { KubectlErrors } from "../kubectl-error.ts";
import type { RefusedRequest, Session } from "../session.ts";

/**
 * What to try after an error that a command ended with, by what the server serves and why it refused; undefined where
 * the error says all. Only reads, and never throws.
 */
export async function hintOf(session: Session, error: unknown, words: readonly string[]): Promise<string | undefined> {
  try {
    const first = firstOf(error);
    if (first instanceof UnknownContainerError) return containersOfPod(first);
    const { refused } = session;
    const isTold = refused !== undefined && messageOf(first).includes(refused.status.message ?? "");
    return isTold ? await hintOfRefusal(session, refused) : await hintOfMessage(session, messageOf(first), words);
  } catch {
    return undefined;
  }
}

const containersOfPod = ({ pod, container }: UnknownContainerError): string =>
  noContainerWords(
    nameOf(pod),
    container,
    ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
      itemsAt(pod, "spec", list).map((each) => textAt(each, "name")),
    ),
  );

/** The error that a command ends with, the first of several; answers of the server before others. */
function firstOf(error: unknown): unknown {
  if (!(error instanceof KubectlErrors)) return error;
  const errors = error.errors.map(firstOf);
  return errors.find((each) => each instanceof StatusError) ?? errors[0];
}

const handleOf = ({ hints, handle }: Session): Handle => hints ?? handle;

/** The session's own credentials: hints read as who runs the terminal, not as whom a command acts. */
const authorizationOf = ({ token }: Session): readonly (readonly [string, string])[] =>
  token === undefined ? [] : [["Authorization", `Bearer ${token}`]];

async function get(session: Session, target: string): Promise<{ readonly code: number; readonly body: unknown }> {
  const headers = new PlainHeaders([
    ["Accept", "application/json"],
    ["User-Agent", "kubepad-hint"],
    ...authorizationOf(session),
  ]);
  const { signal } = new AbortController();
  const answer = await handleOf(session)({ method: "GET", target, headers, body: null, signal });
  return { code: answer.status, body: JSON.parse(await answerText(answer.body)) as unknown };
}

function apiOf(session: Session, bounds?: ServedApi["bounds"]): ServedApi {
  const client = new Client({
    handle: session.handle,
    userAgent: "kubepad-hint",
    headers: Object.fromEntries(authorizationOf(session)),
  });
  return servedApi({
    get: (target) => get(session, target),
    resources: async () => session.mapper?.resources ?? (await discover(client)).resources,
    ...(bounds !== undefined && { bounds }),
  });
}

const surroundingsOf = (session: Session) =>
  servedSurroundings({ now: () => session.clock.now(), get: (target) => get(session, target) });

/** Explains a refusal: why it was, and what would work; for costly rules with bounds if a compiler is at hand. */
export const diagnoseRefusal = (
  session: Session,
  refused: RefusedRequest,
  bounds?: ServedApi["bounds"],
): Promise<Diagnosis> => diagnose(session, refused, apiOf(session, bounds));

function diagnose(session: Session, { method, target: path, body, status }: RefusedRequest, api: ServedApi) {
  const request = { method, path, body: decoded(body) };
  return diagnoseStatus(status, request, surroundingsOf(session), api);
}

/**
 * The same for several refusals of one request, as if each had been all that was said of it. The server is asked once
 * for what it serves.
 */
export function hintsOfRefusals(
  session: Session,
  refusals: readonly RefusedRequest[],
): Promise<readonly (string | undefined)[]> {
  const api = askedOnce(apiOf(session));
  const hint = async (refused: RefusedRequest): Promise<string | undefined> =>
    textOf(await diagnose(session, refused, api), refused.status.message ?? "");
  return Promise.all(refusals.map((refused) => hint(refused).catch(() => undefined)));
}

function askedOnce(api: ServedApi): ServedApi {
  const schemas = new Map<string, ReturnType<ServedApi["schemas"]>>();
  let resources: ReturnType<ServedApi["resources"]> | undefined;
  return {
    ...api,
    resources: () => (resources ??= api.resources()),
    schemas: (group, version) => {
      const known = schemas.get(`${group}/${version}`) ?? api.schemas(group, version);
      schemas.set(`${group}/${version}`, known);
      return known;
    },
  };
}

async function hintOfRefusal(session: Session, refused: RefusedRequest): Promise<string | undefined> {
  return textOf(await diagnoseRefusal(session, refused), refused.status.message ?? "");
}

function decoded(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Situations whose cause is what the error says already: what is left to say is how to go on. */
const toldByError: ReadonlySet<string> = new Set([
  "request-invalid",
  "request-failed",
  "request-not-understood",
  "request-of-existing-object",
]);

const withoutCapital = (words: string): string => words.replace(/^[A-Z]/, (letter) => letter.toLowerCase());

function textOf({ situation, predicate, remedies = [] }: Diagnosis, message: string): string | undefined {
  const because = predicate.replace(/^is refused: (?:it is forbidden: )?/, "");
  const command = remedies
    .map((remedy) => (remedy.kind === "other-request" ? remedy.command : undefined))
    .find(Boolean);
  if (because === "the server does not serve this path") return undefined; // the error says that
  if (command !== undefined && !because.endsWith("?")) return `${because}: ${command}`;
  if (toldByError.has(situation) || message.includes(because)) {
    const words = remedies.filter(({ kind }) => kind === "edit" || kind === "advice").map(({ words }) => words);
    return words.length === 0 ? undefined : words.map(withoutCapital).join("; ");
  }
  return because;
}

/** Hints at errors that kubectl finds itself: what discovery does not know, and fields that it cannot explain. */
async function hintOfMessage(session: Session, message: string, words: readonly string[]): Promise<string | undefined> {
  const api = apiOf(session);
  const type = /the server doesn't have a resource type "([^"]*)"/.exec(message)?.[1];
  if (type !== undefined) {
    const resources = await api.resources();
    const near = nearestResource(type, resources);
    if (near === undefined)
      return (
        removalOf(type) ?? `the server has no resource called ${type}: its CustomResourceDefinition may be missing`
      );
    return inGroup(type, near, resources, words) ?? `did you mean ${near.resource}?`;
  }
  const [, groupVersion = "", resource = ""] =
    /couldn't find resource for "([^",]*), Resource=([^"]*)"/.exec(message) ?? [];
  if (resource !== "") {
    const served = nearestResource(resource, await api.resources());
    return served && kindFinding(served.kind, groupVersion, await api.resources()).because;
  }
  const [, kind, version = ""] = /no matches for kind "([^"]*)" in version "([^"]*)"/.exec(message) ?? [];
  if (kind !== undefined) return kindFinding(kind, version, await api.resources()).because;
  const [, format, formats = ""] =
    /unable to match a printer suitable for the output format "([^"]*)", allowed formats are: (.*)/.exec(message) ?? [];
  if (format !== undefined) {
    const near = nearestWord(format.split("=", 1)[0] ?? "", formats.split(","));
    return near && `did you mean -o ${near}?`;
  }
  if (message.endsWith("cannot use generate name with apply")) return "kubectl create makes a name; apply cannot";
  if (message === "Metrics API not available")
    return "the addon metrics-server is not installed: minikube addons enable metrics-server";
  if (/^(?:error: )?field "[^"]*" does not exist/.test(message)) return explained(session, api, words);
  if (message.startsWith('unable to decode "')) return undecoded(message);
  if (message.endsWith("resource name may not be empty")) return "set metadata.name";
  return yamlFaults.find(([pattern]) => pattern.test(message))?.[1];
}

/** A value of another type in metadata, which kubectl itself reads: YAML takes more words for booleans than JSON. */
function undecoded(message: string): string | undefined {
  const because = mistyped(message, undefined)?.because;
  const yaml = message.includes("cannot unmarshal bool") ? "; YAML reads y, n, yes, no, on and off as booleans" : "";
  return because && because.replace(/^(\S+\.(?:labels|annotations)) takes/, "a value of $1 takes") + yaml;
}

/** What a YAML parser says of lines whose indentation or colon is wrong, and what is. */
const yamlFaults: readonly (readonly [RegExp, string])[] = [
  [
    /yaml: .*found character that cannot start any token/,
    "YAML is indented by blanks: a line begins with a tab, or a value with % @ or `",
  ],
  [
    /yaml: .*mapping values are not allowed/,
    "the line, or the one before it, is indented otherwise than its neighbours, or a text with a colon lacks quotes",
  ],
  [
    /yaml: .*did not find expected (?:key|'-' indicator)/,
    "the line, or the one before it, is indented otherwise than its neighbours",
  ],
  [/yaml: .*did not find expected ',' or/, "a bracket is not closed, or two items lack the comma between them"],
  [/yaml: .*could not find expected ':'/, "the line, or the one before it, lacks its colon and the blank behind it"],
];

/** What became of a resource in the group that an argument names: `deployments.v1beta1.extensions`, `cronjobs.apps`. */
function inGroup(
  type: string,
  { kind, resource }: ServedKind,
  resources: readonly ServedKind[],
  words: readonly string[],
): string | undefined {
  const argument = words.find((word) => word.startsWith(`${type}.`))?.split("/")[0] ?? "";
  const [, version, group] = /^[^.]*\.(?:(v\d+(?:(?:alpha|beta)\d+)?)\.)?(.*)$/.exec(argument) ?? [];
  if (group === undefined || group === "") return undefined;
  if (version !== undefined) return kindFinding(kind, `${group}/${version}`, resources).because;
  const own = resources.filter((served) => served.resource === resource);
  if (own.some((served) => served.group === group)) return undefined; // only its name is misspelt
  const groups = own.map(formatGroupVersion);
  return `${resource} are in ${listed(groups)}, not in ${group}`;
}

/** The field that `explain KIND.PATH` means. */
async function explained(session: Session, api: ServedApi, words: readonly string[]): Promise<string | undefined> {
  const at = words.indexOf("explain");
  // An argument that names a field has a dot; values of flags before it seldom do.
  const rest = words.slice(at + 1).filter((word) => !word.startsWith("-"));
  const argument = rest.find((word) => word.includes(".")) ?? rest[0] ?? "";
  const [type = "", ...path] = at < 0 ? [] : argument.split(".");
  const served = nearestResource(type, await api.resources());
  if (served === undefined || path.length === 0) return undefined;
  const { group, version, kind } = served;
  const body = { apiVersion: group === "" ? version : `${group}/${version}`, kind };
  const status = { kind: "Status", apiVersion: "v1", metadata: {} } as const;
  const request = { method: "GET", path: "", body };
  const refused = refusedOf(status, request, new Reading(surroundingsOf(session)), api);
  const [field] = await lookUpFields([path.join(".")], refused);
  return field && fieldText(field);
}
