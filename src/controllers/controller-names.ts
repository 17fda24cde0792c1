import { enablesController } from "../component-base/controller-list.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import type { ControllerFacts } from "../client/settings.ts";
import { baseRows, loadedRows, serverRows } from "./controller-rows.ts";

/** The names of all controllers, as `--controllers` knows them. */
export const controllerNames = (): readonly string[] =>
  [...baseRows, ...loadedRows, ...serverRows].map(({ name }) => name);

/** The names of the controllers whose work is kube-apiserver's own upstream. */
export const apiServerControllers = (): readonly string[] =>
  baseRows.filter(({ isServers }) => isServers === true).map(({ name }) => name);

/**
 * The names of those that run in each of several servers over one storage: those of kube-apiserver, and extension API
 * servers. The others run in one server at a time.
 */
export const controllersOfEachServer = (): ReadonlySet<string> =>
  new Set([...apiServerControllers(), ...serverRows.map(({ name }) => name)]);

/** The names of the controllers that the API server itself depends on. */
export const ownControllers = (): readonly string[] => baseRows.map(({ name }) => name);

/**
 * Returns the names of the controllers that a list enables (`enablesController`), which may have the former names of
 * some. Without a list, those run that the API server itself depends on. Throws ConfigurationError for names that are
 * unknown.
 */
export function enabledControllers(list: readonly string[] | undefined): ReadonlySet<string> {
  if (list === undefined) return new Set(ownControllers());
  const aliases = new Map(
    [...baseRows, ...loadedRows].map(({ name, alias = name }) => [alias, name] as const).filter(([a, n]) => a !== n),
  );
  const entries = list.map((entry) =>
    entry.startsWith("-") ? `-${aliases.get(entry.slice(1)) ?? entry.slice(1)}` : (aliases.get(entry) ?? entry),
  );
  const names = controllerNames();
  for (const entry of entries)
    if (entry !== "*" && !names.includes(entry.replace(/^-/, "")))
      throw new ConfigurationError(`"${entry}" is not in the list of known controllers`);
  return new Set(names.filter((name) => enablesController(entries, name)));
}

/** Returns all controllers, and which of them a list enables. Throws ConfigurationError for names that are unknown. */
export function controllerFacts(list: readonly string[] | undefined): readonly ControllerFacts[] {
  const enabled = enabledControllers(list);
  const facts = (name: string, isOwn: boolean): ControllerFacts => ({ name, isOwn, enabled: enabled.has(name) });
  return [
    ...ownControllers().map((name) => facts(name, true)),
    ...[...loadedRows, ...serverRows].map(({ name }) => facts(name, false)),
  ];
}

/**
 * Returns the admission plugins that are on by default beside these controllers: ServiceAccount where the controller
 * runs that creates accounts. Upstream always has the plugin on by default.
 */
export const pluginsFor = (list: readonly string[] | undefined): readonly string[] =>
  enabledControllers(list).has("serviceaccount-controller") ? ["ServiceAccount"] : [];
