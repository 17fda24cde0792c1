import { isRecord } from "../../../apimachinery/is-record.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { WorldRequest, WorldView } from "../../../share/world.ts";
import { looksLikeJson } from "../../../assist/language.ts";
import type { Page } from "../../state/page.ts";
import { filesKey } from "../../state/folder.ts";
import { formatRoute, type Route } from "../../state/route.ts";
import { holdsSecret } from "./entered-secrets.ts";

/** A view as it is shared: its name, its address, and the settings that hold what the user has entered there. */
interface SharedPlace {
  readonly label: string;
  readonly address: (route: Route) => string;
  readonly entries: (route: Route) => readonly string[];
}

const plainAddress = (route: Route): string => formatRoute(route);
const addressOnly = (label: string): SharedPlace => ({ label, address: plainAddress, entries: () => [] });

/** Requests and loaded examples are part of the entries, not of the address. */
const withoutParameters = ({ parts }: Route): string => formatRoute({ parts, parameters: {} });

// oxfmt-ignore
const places: Readonly<Record<string, SharedPlace>> = {
  requests: { label: "Requests", address: () => "#/requests", entries: () => ["draft"] },
  objects: { label: "Objects", address: plainAddress, entries: () => ["namespace"] },
  watches: { label: "Watches", address: () => "#/watches", entries: () => ["watches"] },
  apply: { label: "Apply", address: withoutParameters, entries: () => ["bench.own"] },
  cel: { label: "CEL", address: withoutParameters, entries: () => ["cel"] },
  definitions: { label: "Definitions", address: plainAddress, entries: () => ["definitions.drafts", "definitions.fixtures"] },
  policies: { label: "Policies", address: plainAddress, entries: () => ["policies.texts", "policies.fixtures"] },
  terminal: { label: "Terminal", address: plainAddress, entries: () => [filesKey, "terminal.line"] },
  explain: addressOnly("Explain"),
  identity: addressOnly("Identity"),
  server: addressOnly("Server"),
};

/** Views that are not listed are shared by their address. */
function placeAt(name: string): SharedPlace {
  if (Object.hasOwn(places, name)) return places[name] ?? addressOnly(name);
  return addressOnly(name === "" ? "World" : name.charAt(0).toUpperCase() + name.slice(1));
}

const placeOf = ({ parts }: Route): SharedPlace => placeAt(parts[0] ?? "");

/** Returns the name of the view at an address. */
export const labelOfAddress = (address: string): string => placeAt(/^#\/([^/?]*)/.exec(address)?.[1] ?? "").label;

export const labelOfView = (page: Page): string => placeOf(page.route.getState()).label;

const isAnything = (value: unknown): value is JsonValue => value !== undefined && value !== null;

/** Reports whether the view can be shared: one that offers another link or file is not what that brings. */
export const isShareable = ({ parts }: Route): boolean => parts[0] !== "shared";

/** Returns the current view with what the user has entered there; what holds Secrets only where that is asked for. */
export function viewOf(page: Page, secrets: boolean): WorldView {
  page.memory.save();
  const route = page.route.getState();
  const place = placeOf(route);
  const entries = place.entries(route).flatMap((key): readonly (readonly [string, JsonValue])[] => {
    const value = entryToShare(key, page.memory.read(key, isAnything), { route, secrets });
    return value === undefined || isEmpty(value) ? [] : [[key, value]];
  });
  return { address: place.address(route), state: Object.fromEntries(entries) };
}

interface EntryChoice {
  readonly route: Route;
  /** Whether entries are shared that hold Secrets. */
  readonly secrets: boolean;
}

/** Returns what is shared of an entry; undefined if that is nothing. Headers may contain credentials. */
export function entryToShare(
  key: string,
  value: JsonValue | undefined,
  { route, secrets }: EntryChoice,
): JsonValue | undefined {
  const shown = ofPlace(key, value, route);
  const entry = key === "draft" && isRecord(shown) ? ({ ...shown, headers: [] } as JsonValue) : shown;
  if (secrets || !holdsSecret(entry)) return entry;
  if (!isRecord(entry) || !(key === filesKey || isOfDrafts(key))) return undefined;
  const members = Object.entries(entry as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(members.filter(([, member]) => !holdsSecret(member)));
}

const isEmpty = (value: JsonValue): boolean => value === "" || (isRecord(value) && Object.keys(value).length === 0);

/** Drafts are kept by their place. */
const isOfDrafts = (key: string): boolean => key.startsWith("definitions.") || key.startsWith("policies.");

/** Of all drafts of definitions or policies, only the one that is shown is shared, with its fixtures. */
function ofPlace(key: string, value: JsonValue | undefined, { parts }: Route): JsonValue | undefined {
  if (!isOfDrafts(key) || !isRecord(value)) return value;
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  if (key !== "definitions.fixtures")
    return Object.fromEntries(members.filter(([place]) => place === parts.slice(1).join("/")));
  return Object.fromEntries(members.filter(([name]) => parts.includes(name)));
}

/** The settings that a shared view may bring. Others, such as conversion functions, are never taken from a link. */
const entryKeys: ReadonlySet<string> = new Set([
  "draft",
  "namespace",
  "watches",
  "bench.own",
  "cel",
  "definitions.drafts",
  "definitions.fixtures",
  "policies.texts",
  "policies.fixtures",
  "terminal.files",
  "terminal.line",
]);

/** Returns the entries of a shared view that a page may take over. Each view checks its own when it reads them. */
export const entriesOf = (view: WorldView | undefined): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(Object.entries(view?.state ?? {}).filter(([key]) => entryKeys.has(key)));

/** Returns an entry as it is kept beside the user's own: drafts are added to theirs, other entries replace them. */
export const mergedEntry = (key: string, own: unknown, brought: unknown): unknown =>
  isOfDrafts(key) && isRecord(own) && isRecord(brought) ? { ...own, ...brought } : brought;

const historyKey = "history";

/**
 * Returns the console's requests without headers, which may contain credentials; those with the content of Secrets only
 * where that is asked for.
 */
export function requestsOf(page: Page, secrets: boolean): readonly WorldRequest[] {
  page.memory.save();
  const history: readonly unknown[] = page.memory.read(historyKey, Array.isArray) ?? [];
  const requests = history.flatMap((entry): readonly WorldRequest[] => {
    const draft: unknown = isRecord(entry) ? entry["draft"] : undefined;
    if (!isRecord(draft)) return [];
    const { method, target, type, body } = draft;
    const request = { method: String(method), target: String(target), type: String(type), body: String(body) };
    return secrets || !holdsSecret(request) ? [request] : [];
  });
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

/** Returns requests as entries of the console's history, where the user can send them. */
export const historyEntries = (requests: readonly WorldRequest[], at: number): Readonly<Record<string, unknown>> =>
  requests.length === 0
    ? {}
    : {
        [historyKey]: requests.map(({ method, target, type, body }, i) => ({
          id: `shared-${i + 1}`,
          at,
          draft: { method, target, type, body, headers: [], language: looksLikeJson(body) ? "json" : "yaml" },
          pinned: true,
          status: 0,
          durationMs: 0,
        })),
      };
