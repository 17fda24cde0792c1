import { isRecord } from "../../apimachinery/is-record.ts";
import type { EmbedParameters, EmbedSeed } from "../../embed/protocol.ts";
import { emptyLab } from "../cel/lab-state.ts";
import { labAddress } from "../cel/share-lab.ts";
import { parseManifest } from "../data/yaml.ts";
import { addressOf, readTarget, withParameter, workbenchAddress } from "../kube/resource.ts";
import {
  applyPlace,
  celPlace,
  definitionsPlace,
  lessonsPlace,
  objectsPlace,
  policiesPlace,
  requestsPlace,
  terminalPlace,
  watchesPlace,
  worldPlace,
} from "../shell/place-views.tsx";
import {
  applyAddress,
  consoleAddress,
  formatRoute,
  terminalAddress,
  watchAddress,
  type Route,
} from "../state/route.ts";
import type { Deferred } from "../design/deferred.tsx";

/** A view that can be embedded. */
export interface EmbedView {
  /** The value of `view` and `?embed=`. */
  readonly id: string;
  /** The first part of the view's addresses. */
  readonly place: string;
  readonly title: string;
  readonly view: Deferred<{ readonly route: Route }>;
  /** Returns the address that parameters without an address describe. */
  readonly home: (parameters: EmbedParameters) => string | Promise<string>;
  /**
   * Returns what the memory of the page begins with, where the text of the element is not of objects; undefined where
   * it is.
   */
  readonly entries?: (
    parameters: EmbedParameters,
    text: EmbedSeed | undefined,
  ) => Readonly<Record<string, unknown>> | undefined;
}

/** The views that can be embedded. An address within an embed leads to any of them. */
// oxfmt-ignore
export const embedViews: readonly EmbedView[] = [
  { id: "request", place: "requests", title: "Request", view: requestsPlace, home: requestAddress },
  { id: "object", place: "objects", title: "Object", view: objectsPlace, home: ({ target = "" }) => objectAddress(target) },
  { id: "watch", place: "watches", title: "Watch", view: watchesPlace, home: ({ target = "/api/v1/namespaces" }) => watchAddress(withParameter(target, "watch", "true")) },
  { id: "terminal", place: "terminal", title: "Terminal", view: terminalPlace, home: ({ commands = "" }) => terminalAddress(commands, true) },
  { id: "apply", place: "apply", title: "Apply", view: applyPlace, home: ({ target }) => (target === undefined ? "#/apply" : applyAddress(target)) },
  { id: "cel", place: "cel", title: "CEL", view: celPlace, home: expressionAddress },
  { id: "definition", place: "definitions", title: "Definition", view: definitionsPlace, home: ({ target = "" }) => workbenchAddress(readTarget(target) ?? nowhere) ?? "#/definitions/own" },
  { id: "world", place: "world", title: "World", view: worldPlace, home: () => "#/world" },
  { id: "policy", place: "policies", title: "Policy", view: policiesPlace, home: ({ target = "" }) => workbenchAddress(readTarget(target) ?? nowhere) ?? "#/policies/own" },
  { id: "lesson", place: "lessons", title: "Lesson", view: lessonsPlace, home: lessonAddress, entries: ownLesson },
];

const nowhere = { group: "", version: "", resource: "" };

function requestAddress({ target = "/api/v1/namespaces", method = "GET", body, type }: EmbedParameters): string {
  return consoleAddress({
    method,
    target,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
    send: method === "GET",
  });
}

function objectAddress(target: string): string {
  const path = readTarget(target);
  return path === undefined ? "#/objects" : addressOf(path);
}

/**
 * An expression over variables of any type, with their values in YAML as the body; without one, the lab's first
 * example.
 */
async function expressionAddress({ expression, body = "" }: EmbedParameters): Promise<string> {
  if (expression === undefined) return "#/cel/cost";
  const values: unknown = await parseManifest(body);
  const types = Object.keys(isRecord(values) ? values : {}).map((name) => `${name}: dyn\n`);
  return labAddress({ ...emptyLab, mode: "generic", expression, inputs: { values: body, types: types.join("") } });
}

/** A lesson by its name, `watch`; one of its steps, `watch/3`; or the Markdown that the element has. */
function lessonAddress({ target = "own" }: EmbedParameters): string {
  const [slug = "", step] = target.split("/");
  return formatRoute({
    parts: ["lessons", slug, ...(step === undefined ? [] : [step])],
    parameters: step === undefined ? {} : { only: "1" },
  });
}

/** A lesson's embed has no objects: its text is a lesson. */
function ownLesson({ body }: EmbedParameters, text: EmbedSeed | undefined): Readonly<Record<string, unknown>> {
  const markdown = typeof text === "string" ? text.replace(/^\s*\n/, "") : body;
  return markdown === undefined ? {} : { "lesson-draft": markdown };
}
