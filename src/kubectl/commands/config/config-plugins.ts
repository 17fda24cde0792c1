import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { type PairChanges, pairChangesOf } from "../set/pairs.ts";

/** What flags say of the provider and the plugin of a user. */
export interface PluginFlags {
  readonly provider: PairChanges;
  readonly environment: PairChanges;
}

/** Reads the pairs of flags. Throws a KubectlError for those that are none (cmdutil.ParsePairs). */
export const pluginFlags = ({ flags }: Invocation): PluginFlags => ({
  provider: pairChangesOf(flags.list("auth-provider-arg"), "auth-provider-arg"),
  environment: pairChangesOf(flags.list("exec-env"), "exec-env"),
});

const modes = ["IfAvailable", "Always", "Never"];

/** Throws a KubectlError for a mode of plugins that there is not. */
export function checkPlugin({ flags }: Invocation): void {
  if (flags.changed("exec-interactive-mode") && !modes.includes(flags.text("exec-interactive-mode")))
    throw new KubectlError("invalid interactive mode type, can be only IfAvailable, Never, Always");
}

/** A user with the changes of flags to its provider and its plugin (setCredentialsOptions.modifyAuthInfo). */
export function withPlugins({ flags }: Invocation, user: JsonObject, given: PluginFlags): JsonObject {
  const provider = providerOf(user, flags.changed("auth-provider") ? flags.text("auth-provider") : undefined, given);
  const exec = execOf(user, flags, given);
  const { "auth-provider": _provider, exec: _exec, ...rest } = user;
  return { ...rest, ...(provider && { "auth-provider": provider }), ...(exec && { exec }) };
}

function providerOf(user: JsonObject, name: string | undefined, given: PluginFlags): JsonObject | undefined {
  const old = user["auth-provider"];
  const kept = isObject(old) && (name === undefined || textAt(old, "name") === name) ? old : undefined;
  if (kept === undefined && name === undefined) return undefined;
  const { set, removed } = given.provider;
  const before = Object.entries(objectAt(kept, "config")).filter(([key]) => !removed.includes(key));
  const config = Object.fromEntries([...before, ...set]);
  return { config, name: name ?? textAt(kept, "name") };
}

function execOf(user: JsonObject, flags: Invocation["flags"], { environment }: PluginFlags): JsonObject | undefined {
  const old = user["exec"];
  if (!isObject(old) && !flags.changed("exec-command")) return undefined;
  const empty: JsonObject = { apiVersion: "", args: null, command: "", env: null };
  let exec: JsonObject = { ...empty, provideClusterInfo: false, ...(isObject(old) && old) };
  if (flags.changed("exec-command")) exec = { ...exec, command: flags.text("exec-command"), args: null };
  if (flags.changed("exec-api-version")) exec = { ...exec, apiVersion: flags.text("exec-api-version") };
  if (flags.list("exec-arg").length > 0) exec = { ...exec, args: flags.list("exec-arg") };
  if (flags.changed("exec-interactive-mode")) exec = { ...exec, interactiveMode: flags.text("exec-interactive-mode") };
  if (flags.changed("exec-provide-cluster-info"))
    exec = { ...exec, provideClusterInfo: flags.bool("exec-provide-cluster-info") };
  const isOld = /^client\.authentication\.k8s\.io\/v1(?:alpha|beta)1$/.test(textAt(exec, "apiVersion"));
  const mode = textAt(exec, "interactiveMode") === "" && isOld ? { interactiveMode: "IfAvailable" } : {};
  return { ...exec, ...mode, env: environmentOf(itemsAt(exec, "env"), environment) };
}

function environmentOf(before: readonly JsonValue[], { set, removed }: PairChanges): JsonValue {
  const kept = before.filter((each) => !removed.includes(textAt(each, "name")));
  const changed = kept.map((each) => {
    const name = textAt(each, "name");
    return set.has(name) ? { name, value: set.get(name) ?? "" } : each;
  });
  const names = new Set(kept.map((each) => textAt(each, "name")));
  const added = [...set].filter(([name]) => !names.has(name)).map(([name, value]) => ({ name, value }));
  const all = [...changed, ...added];
  return all.length === 0 ? null : all;
}
