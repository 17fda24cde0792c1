import { parse } from "yaml";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { resourcePath, withQuery } from "../client/resource-path.ts";
import { followSignal } from "../client/follow-signal.ts";
import { StepProblem } from "./bounds.ts";
import { locate, untilWanted } from "./check-wanted.ts";
import type { Action, ManifestVerb, Step, StepOptions } from "./lesson.ts";
import { forkAnswer, type LabAnswer, type LessonLabs, raceAnswer, tellWatchStory } from "./labs.ts";
import { runCommands } from "./run-commands.ts";
import { readTypes, validateObject } from "./run-types.ts";
import { type ReceivedAnswer, send, type SentRequest } from "./send.ts";
import type { Performed, StepServices } from "./step-services.ts";
import { pollMs } from "./timeout.ts";
import { sleep } from "../component-base/sleep.ts";
import { put, type Variables } from "./variables.ts";

/** Does what a step says, once. Throws a StepProblem for what cannot be done. */
export async function performAction(step: Step, variables: Variables, services: StepServices): Promise<Performed> {
  const { action } = step;
  switch (action.kind) {
    case "request":
      return sendRequest(step, action, variables, services);
    case "manifests":
      return sendManifests(step, action, variables, services);
    case "wait":
      return waitForObjects(action, variables, services);
    case "events":
      return readEvents(step, services);
    case "commands":
      return runCommands(step, action, variables, services);
    case "types":
      return readTypes(step, action.source, variables, services);
    case "validate":
      return validateObject(step, action.text, variables, services);
    case "faults":
      return setFaults(action, services);
    case "file":
      return writeFile(action, variables, services);
    case "race":
      return answered(raceAnswer(await labsOf(services).race(action.race)));
    case "fork":
      return answered(forkAnswer(await labsOf(services).fork(parse(put(action.text, variables)))));
    case "watch-lab":
      return watchLab(action, services);
  }
}

type ActionOf<K extends Action["kind"]> = Extract<Action, { readonly kind: K }>;

async function sendRequest(
  { options }: Step,
  { request }: ActionOf<"request">,
  variables: Variables,
  services: StepServices,
): Promise<Performed> {
  const written = request.headers.map(([name, value]) => [name, put(value, variables)] as const);
  const body = bodyOf(withLineEnd(put(request.body, variables)), options);
  const has = (name: string): boolean => written.some(([key]) => key.toLowerCase() === name);
  const headers = [
    ...(has("user-agent") ? [] : [["User-Agent", "kubepad-lesson"] as const]),
    ...(services.anonymous || has("authorization") ? [] : services.headers),
    ...impersonation(options),
    ...(body.length === 0 || has("content-type") ? [] : [["Content-Type", typeOfBody(request.body)] as const]),
    ...written,
  ];
  const target = put(request.target, variables, encodeURIComponent);
  if (!target.startsWith("/")) throw new StepProblem("the path of a request begins with /");
  const sent = { method: request.method, target, headers, body };
  const answer = await send(sent, services.sending);
  if (options.watch !== "") keepWatch(options.watch, answer, services);
  return { exchanges: [{ request: sent, answer }], watch: answer.watch };
}

function keepWatch(name: string, { watch, status }: ReceivedAnswer, { watches, sending }: StepServices): void {
  if (watch === undefined)
    throw new StepProblem(`the answer is no watch, which ?watch=1 asks for; its status is ${status}`);
  if (watches.size >= sending.bounds.openWatches) {
    watch.close();
    throw new StepProblem(`a lesson keeps ${sending.bounds.openWatches} watches at most`);
  }
  watches.get(name)?.close();
  watches.set(name, watch);
}

/** The last line of YAML has its line break, as in a file: it may be a part of a text. */
const withLineEnd = (body: string): string => (body === "" || isJson(body) ? body : `${body}\n`);
const isJson = (body: string): boolean => /^\s*[{[]/.test(body);

const typeOfBody = (body: string): string => (isJson(body) ? "application/json" : "application/yaml");

function bodyOf(text: string, { hex }: StepOptions): Uint8Array {
  if (!hex) return new TextEncoder().encode(text);
  const digits = text.replace(/\s+/g, "");
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new StepProblem("the body is not in hexadecimal digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const impersonation = ({ as, groups }: StepOptions): readonly (readonly [string, string])[] => [
  ...(as === "" ? [] : [["Impersonate-User", as] as const]),
  ...groups.map((group) => ["Impersonate-Group", group] as const),
];

async function sendManifests(
  { options }: Step,
  { verb, text }: ActionOf<"manifests">,
  variables: Variables,
  services: StepServices,
): Promise<Performed> {
  const exchanges: Performed["exchanges"][number][] = [];
  const documents = put(text, variables)
    .split(/^---[ \t]*$/m)
    .filter((document) => document.split("\n").some((line) => !/^\s*(#.*)?$/.test(line)));
  for (const [i, document] of documents.entries()) {
    const request = await manifestRequest(verb, document, options, services);
    const answer = await send(request, services.sending);
    exchanges.push({ request, answer });
    if (i < documents.length - 1 && answer.status >= 400) {
      const what = `document ${i + 1} of ${documents.length}`;
      throw new StepProblem(`${what} was refused: ${answer.text}`);
    }
    if (answer.status < 400 && verb !== "delete" && !options.dryRun) await established(answer.value, services);
  }
  return { exchanges };
}

const contentTypes: Readonly<Record<ManifestVerb, string>> = {
  create: "application/yaml",
  replace: "application/yaml",
  apply: "application/apply-patch+yaml",
  delete: "application/json",
};
const methods: Readonly<Record<ManifestVerb, string>> = {
  create: "POST",
  replace: "PUT",
  apply: "PATCH",
  delete: "DELETE",
};

async function manifestRequest(
  verb: ManifestVerb,
  document: string,
  options: StepOptions,
  services: StepServices,
): Promise<SentRequest> {
  const { parse } = await import("yaml");
  const { resource, name } = await locate(parse(document, { logLevel: "silent", uniqueKeys: false }), services);
  const query = {
    dryRun: options.dryRun ? "All" : undefined,
    fieldManager: options.manager === "" || verb === "delete" ? undefined : options.manager,
    force: options.force ? true : undefined,
    fieldValidation: options.validate === "" ? undefined : options.validate,
  };
  const subresource = options.subresource === "" ? undefined : options.subresource;
  const path = verb === "create" ? resourcePath(resource) : resourcePath(resource, name, subresource);
  const body = verb === "delete" ? new Uint8Array() : new TextEncoder().encode(document);
  const type = body.length === 0 ? [] : [["Content-Type", contentTypes[verb]] as const];
  const headers = [["User-Agent", "kubepad-lesson"] as const, ...services.headers, ...impersonation(options), ...type];
  return { method: methods[verb], target: withQuery(path, query), headers, body };
}

/** Waits until the resources of a CustomResourceDefinition that was written are served. */
async function established(value: JsonValue | undefined, services: StepServices): Promise<void> {
  if (!isRecord(value) || value["kind"] !== "CustomResourceDefinition") return;
  const metadata = value["metadata"];
  const name = isRecord(metadata) ? String(metadata["name"]) : "";
  const { clock, bounds } = services.sending;
  const deadline = clock.monotonic() + bounds.waitMs;
  const target = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  const request = { method: "GET", target, headers: services.headers, body: new Uint8Array() };
  while (clock.monotonic() < deadline) {
    const { value: found } = await send(request, services.sending);
    const status = isRecord(found) && isRecord(found["status"]) ? found["status"] : {};
    const conditions: unknown = status["conditions"];
    const accepted = Array.isArray(conditions)
      ? conditions.find((condition: unknown) => isRecord(condition) && condition["type"] === "Established")
      : undefined;
    if (isRecord(accepted) && accepted["status"] === "True") return;
    await sleep(clock, pollMs, services.sending.signal);
  }
}

/** Reads objects until they are as wanted. */
async function waitForObjects(
  { wanted }: ActionOf<"wait">,
  variables: Variables,
  services: StepServices,
): Promise<Performed> {
  const { learned, checks } = await untilWanted(wanted, variables, services);
  variables.learn(learned);
  const exchanges = checks.map(({ exchange }) => exchange);
  return { exchanges, judge: () => checks.flatMap(({ findings }) => findings) };
}

async function readEvents({ options }: Step, { watches }: StepServices): Promise<Performed> {
  const watch = watches.get(options.watch);
  if (watch === undefined) throw new StepProblem(`no watch has the name ${options.watch}`);
  return { exchanges: [], watch };
}

async function writeFile(
  { path, text }: ActionOf<"file">,
  variables: Variables,
  { files }: StepServices,
): Promise<Performed> {
  await files.write(path, `${put(text, variables)}\n`);
  return { exchanges: [], judge: () => [] };
}

function labsOf({ labs }: StepServices): LessonLabs {
  if (labs === undefined) throw new StepProblem("there are no labs here");
  return labs;
}

/** What a lab came to, as an answer that expectations are about, and as what was printed. */
const answered = ({ value, words }: LabAnswer): Performed => ({
  exchanges: [],
  answer: { status: 200, headers: [], bytes: new Uint8Array(), text: words, value, watch: undefined },
  outputs: [{ text: "", output: `${words}\n`, exitCode: 0 }],
});

async function watchLab({ story }: ActionOf<"watch-lab">, services: StepServices): Promise<Performed> {
  const { clock, bounds, signal } = services.sending;
  const server = await labsOf(services).watchServer();
  const late = followSignal(signal);
  const cancel = clock.after(bounds.waitMs, () => late.abort());
  try {
    return answered(await tellWatchStory(server, story, late.signal));
  } finally {
    cancel();
    late.abort();
    await server.close();
  }
}

async function setFaults({ rules }: ActionOf<"faults">, { faults }: StepServices): Promise<Performed> {
  if (faults === undefined) throw new StepProblem("no faults can be injected here");
  await faults.setFaults(rules);
  return { exchanges: [], judge: () => [] };
}
