import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject, type ManagedFieldsEntry } from "../apimachinery/meta.ts";
import { fastestSpeed, slowestSpeed } from "../component-base/world-clock.ts";
import { compactManagedFields, expandManagedFields } from "./compact-fields.ts";
import {
  UnreadableWorldError,
  type World,
  type WorldIdentity,
  type WorldPace,
  type WorldRequest,
  type WorldSettings,
  type WorldView,
} from "./world.ts";

/** The parts of a world that links and files write in the same way: all but its objects and their history. */
export type WorldParts = Omit<World, "objects" | "versions" | "history">;

/** Returns the parts as JSON; parts without content are left out. */
export function writeParts({ settings, identity, requests = [], view }: WorldParts): JsonObject {
  return {
    ...(settings !== undefined && Object.keys(settings).length > 0 && { settings: { ...settings } }),
    ...(identity !== undefined && { identity: { ...identity } }),
    ...(requests.length > 0 && { requests: requests.map((request) => ({ ...request })) }),
    ...(view !== undefined && { view: { ...view } }),
  };
}

/** Reads the parts of a world. Throws a sentence for parts of another form. */
export function readParts(value: Readonly<Record<string, unknown>>): WorldParts {
  const { settings, identity, requests, view } = value;
  return {
    ...(settings !== undefined && { settings: readSettings(settings) }),
    ...(identity !== undefined && { identity: readIdentity(identity) }),
    ...(requests !== undefined && { requests: readRequests(requests) }),
    ...(view !== undefined && { view: readView(view) }),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function readSettings(value: unknown): WorldSettings {
  const { emulatedVersion, featureGates, runtimeConfig, ...plugins } = membersOf(value, "settings");
  const { enableAdmissionPlugins: enable, disableAdmissionPlugins: disable, controllers, pace } = plugins;
  return {
    ...(emulatedVersion !== undefined && { emulatedVersion: checked(emulatedVersion, isText, "settings") }),
    ...(featureGates !== undefined && { featureGates: checked(featureGates, isGates, "settings") }),
    ...(runtimeConfig !== undefined && { runtimeConfig: checked(runtimeConfig, isText, "settings") }),
    ...(enable !== undefined && { enableAdmissionPlugins: checked(enable, isTexts, "settings") }),
    ...(disable !== undefined && { disableAdmissionPlugins: checked(disable, isTexts, "settings") }),
    ...(controllers !== undefined && { controllers: checked(controllers, isTexts, "settings") }),
    ...(pace !== undefined && { pace: readPace(pace) }),
  };
}

function readPace(value: unknown): WorldPace {
  const { paused, speed } = membersOf(value, "settings");
  return { paused: checked(paused, isBoolean, "settings"), speed: checked(speed, isSpeed, "settings") };
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isSpeed = (value: unknown): value is number =>
  typeof value === "number" && value >= slowestSpeed && value <= fastestSpeed;

const isGates = (value: unknown): value is Readonly<Record<string, boolean>> =>
  isRecord(value) && Object.values(value).every((enabled) => typeof enabled === "boolean");

function readIdentity(value: unknown): WorldIdentity {
  const { user, groups } = membersOf(value, "identity");
  return { user: checked(user, isText, "identity"), groups: checked(groups, isTexts, "identity") };
}

const mostRequests = 1000;

function readRequests(value: unknown): readonly WorldRequest[] {
  if (!Array.isArray(value) || value.length > mostRequests) throw unexpected("requests");
  return value.map((item: unknown) => {
    const { method, target, type, body } = membersOf(item, "requests");
    return {
      method: checked(method, isText, "requests"),
      target: checked(target, isText, "requests"),
      type: checked(type, isText, "requests"),
      body: checked(body, isText, "requests"),
    };
  });
}

function readView(value: unknown): WorldView {
  const { address, state } = membersOf(value, "view");
  return { address: checked(address, isAddress, "view"), state: membersOf(state, "view") as WorldView["state"] };
}

/** An address of the page, and not that of another link, however it is written. */
const isAddress = (value: unknown): value is string =>
  isText(value) && value.startsWith("#/") && placeOfAddress(value) !== "shared";

function placeOfAddress(address: string): string {
  const first = /^#\/+([^/?]*)/.exec(address)?.[1] ?? "";
  try {
    return decodeURIComponent(first);
  } catch {
    return first;
  }
}

function membersOf(value: unknown, part: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw unexpected(part);
  return value;
}

function checked<T>(value: unknown, fits: (value: unknown) => value is T, part: string): T {
  if (!fits(value)) throw unexpected(part);
  return value;
}

const unexpected = (part: string): UnreadableWorldError =>
  new UnreadableWorldError(`The part "${part}" is not in the form that Kubepad writes.`);

const longestName = 253;

const isName = (value: unknown): value is string => isText(value) && value !== "" && value.length <= longestName;

/** Returns a value as an API object; undefined unless it has an apiVersion, a kind and a name of possible lengths. */
export function readObject(value: JsonValue | undefined): KubeObject | undefined {
  if (!isRecord(value) || !isName(value["apiVersion"]) || !isName(value["kind"])) return undefined;
  const given: unknown = value["metadata"];
  if (!isRecord(given)) return undefined;
  // a server takes null as absent, and templates often leave it behind
  const metadata = Object.fromEntries(Object.entries(given).filter(([, member]) => member !== null));
  if (!isName(metadata["name"])) return undefined;
  if (metadata["namespace"] !== undefined && !isText(metadata["namespace"])) return undefined;
  if (!isOwnersOrNone(metadata["ownerReferences"]) || !isEntriesOrNone(metadata["managedFields"])) return undefined;
  return asKubeObject({ ...value, metadata } as JsonObject);
}

const isOwnersOrNone = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((owner) => isRecord(owner) && isText(owner["uid"])));
const isEntriesOrNone = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isRecord));

/** Returns an object with its managedFields in their short form (compact-fields.ts). */
export function compactObject(object: KubeObject): JsonObject {
  const { managedFields, ...metadata } = object.metadata;
  if (managedFields === undefined) return asJson(object);
  const short = compactManagedFields(managedFields, object.apiVersion);
  return asJson({ ...object, metadata: { ...metadata, managedFields: short as readonly ManagedFieldsEntry[] } });
}

/** Returns an object from its compact form; undefined if it is not one. */
export function expandObject(value: JsonValue): KubeObject | undefined {
  const metadata: unknown = isRecord(value) ? value["metadata"] : undefined;
  if (!isRecord(value) || !isRecord(metadata)) return undefined;
  const { managedFields: short, ...rest } = metadata;
  if (short === undefined) return readObject(value as JsonObject);
  const apiVersion: unknown = value["apiVersion"];
  const managedFields = expandManagedFields(short as JsonValue, isText(apiVersion) ? apiVersion : undefined);
  if (managedFields === undefined) return undefined;
  return readObject({ ...value, metadata: { ...rest, managedFields } } as unknown as JsonObject);
}

const deepest = 200;

/** Throws a sentence for values that are nested so deeply that working with them could overflow the stack. */
export function checkDepth(value: JsonValue): void {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new UnreadableWorldError(`It is nested more than ${deepest} levels deep.`);
    level = level.flatMap((item): readonly unknown[] =>
      Array.isArray(item) ? item : isRecord(item) ? Object.values(item) : [],
    );
  }
}
