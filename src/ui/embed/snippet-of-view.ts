import type { KubeObject } from "../../apimachinery/meta.ts";
import type { EmbedFiles, EmbedParameters } from "../../embed/protocol.ts";
import { labAddress } from "../cel/share-lab.ts";
import { isKubeObject, pageAgent, sendJson } from "../data/send.ts";
import { printYaml } from "../data/yaml.ts";
import { benchParameters } from "../features/apply/bench.ts";
import { benches } from "../features/apply/store.ts";
import { lab } from "../features/cel/store.ts";
import { drafts } from "../features/definitions/draft-store.ts";
import { draft } from "../features/lessons/draft.ts";
import { installed } from "../features/definitions/installed-store.ts";
import { policyDrafts } from "../features/policies/policy-store.ts";
import { policiesOf, serverPolicies } from "../features/policies/server-policies.ts";
import { raceSource } from "../features/races/race-source.ts";
import { raceDrafts } from "../features/races/race-store.ts";
import { requests } from "../features/requests/store.ts";
import { folder } from "../state/folder.ts";
import { terminal } from "../features/terminal/store.ts";
import { watches } from "../features/watches/store.ts";
import { asNew, definitionsResource, pathOfAddress, policyKinds, targetOf } from "../kube/resource.ts";
import { identity } from "../state/identity.ts";
import type { Page } from "../state/page.ts";
import { ownPlace } from "../workbench/draft-names.ts";
import { formatRoute, type Route } from "../state/route.ts";
import { objectsOf } from "./embed-options.ts";
import { placeOf } from "../shell/places.tsx";
import type { Snippet } from "./snippet.ts";

/** The parameters and the objects that an embed needs to show a view. */
interface Parts extends Pick<Snippet, "part"> {
  readonly parameters: EmbedParameters;
  readonly objects?: readonly KubeObject[];
  /** A lesson in place of objects. */
  readonly lesson?: string;
  readonly files?: EmbedFiles;
}

type PartsOf = (page: Page, route: Route) => Promise<Parts>;

/** What embeds the view of a place, by the first part of its addresses. */
const parts: Readonly<Record<string, PartsOf>> = {
  requests: requestParts,
  objects: objectParts,
  watches: async (page) => ({ parameters: { target: watches.of(page).getState().panes[0]?.target ?? "" } }),
  terminal: async (page) => terminalParts(page),
  apply: async (page) => ({ parameters: { address: applyAddressOf(page) } }),
  cel: async (page) => ({ parameters: { address: await labAddress(lab.of(page).getState().state) } }),
  definitions: definitionParts,
  policies: policyParts,
  lessons: lessonParts,
  races: raceParts,
  world: async () => ({ parameters: { controllers: "*", "simulated-nodes": "2" } }),
};

/** Returns what embeds the view on screen: its state, the objects that it shows, and the user it acts as. */
export async function snippetOfView(page: Page, route: Route): Promise<Snippet> {
  const form = placeOf(route)?.embed;
  const found = await parts[route.parts[0] ?? ""]?.(page, route);
  if (form === undefined || found === undefined) throw new Error("This view cannot be embedded.");
  const { as } = identity.of(page).getState();
  const user = as === undefined ? {} : { user: as.user, ...(as.groups.length > 0 && { groups: as.groups.join(",") }) };
  const { parameters, objects = [], lesson, files, part } = found;
  const made = { view: form.id, parameters: { ...parameters, ...user }, files, part };
  if (lesson !== undefined) return { ...made, seed: lesson, language: "markdown" };
  const texts = await Promise.all(objects.map((object) => printYaml(asNew(object))));
  return { ...made, seed: texts.join("---\n") };
}

async function requestParts(page: Page): Promise<Parts> {
  const { method, target, body, type } = requests.of(page).getState().draft;
  return { parameters: { method, target, ...(body !== "" && { body, type }) } };
}

/** The commands of the transcript, oldest first, and the files that they name. */
function terminalParts(page: Page): Parts {
  const { entries, text } = terminal.of(page).getState();
  const lines = [...entries.map((entry) => entry.text), text].filter((line) => line !== "");
  const commands = lines.join("\n");
  const files = Object.entries(folder.of(page).getState().files).filter(([name]) => commands.includes(name));
  return { parameters: { commands }, ...(files.length > 0 && { files: Object.fromEntries(files) }) };
}

/** An object comes with its namespace and with the definition of its kind, where the server does not have them. */
async function objectParts(page: Page, route: Route): Promise<Parts> {
  const path = pathOfAddress(route.parts.slice(1));
  if (path === undefined) return { parameters: { address: formatRoute(route) } };
  const read = (target: string): Promise<unknown> =>
    sendJson(page.handle, pageAgent, { method: "GET", target }).catch(() => undefined);
  const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: definitionsResource };
  const needed = [
    path.group.includes(".") ? targetOf({ ...definitions, name: `${path.resource}.${path.group}` }) : "",
    path.namespace === undefined || path.namespace === "default"
      ? ""
      : targetOf({ group: "", version: "v1", resource: "namespaces", name: path.namespace }),
    path.name === undefined ? "" : targetOf(path),
  ].filter((target) => target !== "");
  const objects = (await Promise.all(needed.map(read))).filter(isKubeObject);
  return { parameters: { address: formatRoute(route) }, objects };
}

const applyAddressOf = (page: Page): string =>
  formatRoute({ parts: ["apply", "new"], parameters: benchParameters(benches.of(page).getState().bench) });

/** A definition is installed in the embed; one of the gallery is known to every Kubepad. */
async function definitionParts(page: Page, route: Route): Promise<Parts> {
  const [, where = "", name = ""] = route.parts;
  if (where === "" || where === "gallery") return { parameters: { address: formatRoute(route) } };
  const text = drafts.of(page).getState().drafts[where === "own" ? ownPlace(name) : `${where}/${name}`]?.text;
  const live = installed.of(page).getState().objects.get(name);
  const objects = text === undefined ? (live === undefined ? [] : [live]) : await objectsOf(text);
  const written = objects.find(({ kind }) => kind === "CustomResourceDefinition")?.metadata.name;
  if (written === undefined) throw new Error("The text has no CustomResourceDefinition to embed.");
  const { parameters } = route;
  return {
    parameters: { address: formatRoute({ parts: ["definitions", "installed", written], parameters }) },
    objects,
  };
}

/** A policy is installed in the embed with its bindings and parameters; an example is known to every Kubepad. */
async function policyParts(page: Page, route: Route): Promise<Parts> {
  const place = route.parts.slice(1).join("/");
  const text = policyDrafts.of(page).getState().drafts[place];
  const [, where = "", kind = "", name = ""] = route.parts;
  const stored = policiesOf(serverPolicies.of(page).getState()).find((one) => one.kind === kind && one.name === name);
  if (text === undefined && (where !== "installed" || stored === undefined))
    return { parameters: { address: formatRoute(route) } };
  const objects = text === undefined ? [stored?.policy ?? [], stored?.bindings ?? []].flat() : await objectsOf(text);
  const policy = objects.find((object) => policyKindOf(object) !== undefined);
  if (policy === undefined) throw new Error("The text has no policy to embed.");
  const parts = ["policies", "installed", policyKindOf(policy) ?? "", policy.metadata.name ?? ""];
  return { parameters: { address: formatRoute({ parts, parameters: route.parameters }) }, objects };
}

const policyKindOf = ({ kind = "" }: KubeObject): string | undefined =>
  Object.values(policyKinds).includes(kind) ? kind : undefined;

/** A race to begin with comes by its name; one that is written here, as its text. */
async function raceParts(page: Page, route: Route): Promise<Parts> {
  const {
    parts: [, where, id],
    parameters,
  } = route;
  const source = raceSource(where, id);
  if (source === undefined) throw new Error("Open a race, which can then be embedded.");
  const text = raceDrafts.of(page).getState().drafts[source.place]?.text;
  if (text === undefined && where === "example") return { parameters: { address: formatRoute(route) } };
  const address = formatRoute({ parts: ["races", "new"], parameters: { race: text ?? source.text, ...parameters } });
  return { parameters: { address } };
}

/** A lesson comes by its name; one that is written here, as its text. */
async function lessonParts(page: Page, { parts: [, slug, step] }: Route): Promise<Parts> {
  if (slug === undefined) throw new Error("Open a lesson, which can then be embedded.");
  if (slug === "own" || slug === "write") return { parameters: {}, lesson: draft.of(page.guests.own).getState().text };
  const part =
    step === undefined ? undefined : { words: `Only step ${step}`, parameters: { target: `${slug}/${step}` } };
  return { parameters: { target: slug }, part };
}
