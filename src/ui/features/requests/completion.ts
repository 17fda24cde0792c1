import { namesOf, type Catalog } from "../../state/catalog.ts";
import { pageAgent, sendJson } from "../../data/send.ts";
import { groupPath } from "../../../client/resource-path.ts";
import { readTarget, splitTarget, targetOf, type Resource } from "../../kube/resource.ts";
import { parametersFor, verbOf } from "../../kube/parameters.ts";
import type { Page } from "../../state/page.ts";

/** A completion for a target. */
export interface Suggestion {
  readonly target: string;
  readonly label: string;
  readonly note: string;
}

const shown = 60;

/** Paths that are not resources. */
const others: readonly Suggestion[] = [
  ["/api", "versions of the core API"],
  ["/apis", "all API groups"],
  ["/version", "server version"],
  ["/livez", "liveness"],
  ["/readyz", "readiness"],
  ["/healthz", "health (deprecated)"],
].map(([target = "", note = ""]) => ({ target, label: target, note }));

type Known = Pick<Catalog, "resources" | "namespaces">;

/** Returns the collections, namespaces and other paths that match the input. Live objects are suggested separately. */
export function suggestTargets(method: string, typed: string, known: Known): readonly Suggestion[] {
  const [path, query] = splitTarget(typed);
  if (typed.includes("?")) return suggestParameters(method, path, query);
  return [...known.resources.flatMap((resource) => collectionsOf(resource, typed, known.namespaces)), ...others]
    .filter((item) => fits(item, typed))
    .toSorted((a, b) => rank(a, typed) - rank(b, typed))
    .slice(0, shown);
}

function collectionsOf(resource: Resource, typed: string, namespaces: readonly string[]): Suggestion[] {
  const all = {
    target: targetOf(resource),
    label: targetOf(resource),
    note: resource.namespaced ? `${resource.kind} in all namespaces` : resource.kind,
  };
  if (!resource.namespaced) return [all];
  const inside = typed.includes("/namespaces/") || !typed.startsWith("/") ? namespaces : ["default"];
  return [all, ...inside.map((namespace) => namespacedOf(resource, namespace))];
}

function namespacedOf(resource: Resource, namespace: string): Suggestion {
  const target = `${groupPath(resource)}/namespaces/${namespace}/${resource.resource}`;
  return { target, label: target, note: `${resource.kind} in ${namespace}` };
}

/** Reports whether a suggestion matches. Paths match as a prefix, words anywhere: `cm`, `deploy`, `demo secrets`. */
function fits({ target, note }: Suggestion, typed: string): boolean {
  if (typed.startsWith("/")) return target.startsWith(typed);
  const where = `${target} ${note}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}

const rank = ({ target }: Suggestion, typed: string): number =>
  (target.endsWith(`/${typed}`) ? 0 : 1) * 1000 + target.length;

function suggestParameters(method: string, path: string, query: string): readonly Suggestion[] {
  const parts = readTarget(path);
  const pairs = query.split("&");
  const last = pairs.pop() ?? "";
  const before = `${path}?${pairs.map((pair) => `${pair}&`).join("")}`;
  const [name = "", value] = last.split("=", 2);
  const fitting = parametersFor(
    verbOf(method, parts?.name !== undefined, new URLSearchParams(query).get("watch") === "true"),
  );
  if (value === undefined)
    return fitting
      .filter((item) => item.name.startsWith(name))
      .map((item) => ({ target: `${before}${item.name}=`, label: item.name, note: item.hint }));
  const choices = fitting.find((item) => item.name === name)?.choices ?? [];
  return choices
    .filter((choice) => choice.startsWith(value) && choice !== value)
    .map((choice) => ({ target: `${before}${name}=${choice}`, label: `${name}=${choice}`, note: "" }));
}

/** Suggests live objects once the input is at the name. Sends one request per collection and pause in typing. */
export async function suggestNames(
  page: Page,
  typed: string,
  resources: readonly Resource[],
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const parts = readTarget(typed);
  if (parts === undefined || typed.includes("?") || !/\/[^/]*$/.test(typed)) return [];
  const resource = resources.find((item) => item.group === parts.group && item.resource === parts.resource);
  const complete = parts.name !== undefined || typed.endsWith("/");
  if (
    resource === undefined ||
    !complete ||
    parts.subresource !== undefined ||
    (resource.namespaced && parts.namespace === undefined)
  )
    return [];
  const collection = targetOf({ ...parts, name: undefined });
  const list = await sendJson(page.handle, pageAgent, {
    method: "GET",
    target: `${collection}?limit=200`,
    signal,
  });
  return namesOf(list)
    .filter((name) => name.startsWith(parts.name ?? ""))
    .map((name) => ({ target: `${collection}/${name}`, label: `${collection}/${name}`, note: resource.kind }));
}
