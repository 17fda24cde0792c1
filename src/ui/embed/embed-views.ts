import { isRecord } from "../../apimachinery/is-record.ts";
import type { EmbedParameters } from "../../embed/protocol.ts";
import { emptyLab } from "../cel/lab-state.ts";
import { labAddress } from "../cel/share-lab.ts";
import { parseManifest } from "../data/yaml.ts";
import { addressOf, readTarget, withParameter, workbenchAddress } from "../kube/resource.ts";
import {
  applyPlace,
  celPlace,
  definitionsPlace,
  objectsPlace,
  policiesPlace,
  requestsPlace,
  terminalPlace,
  watchesPlace,
} from "../shell/place-views.tsx";
import { applyAddress, consoleAddress, terminalAddress, watchAddress, type Route } from "../state/route.ts";
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
  { id: "policy", place: "policies", title: "Policy", view: policiesPlace, home: ({ target = "" }) => workbenchAddress(readTarget(target) ?? nowhere) ?? "#/policies/own" },
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
