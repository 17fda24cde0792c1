import type { Clock } from "../apimachinery/clock.ts";
import { controllerClient } from "../client/controller.ts";
import { forkSignal } from "../client/fork-signal.ts";
import { shareWatchLines } from "../client/watch-lines.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import type { ApiServers } from "../component-base/extension-server.ts";
import { enabledControllers } from "./controller-names.ts";
import { type BaseRow, baseRows, type LoadedRow, loadedRows, type ServerRow, serverRows } from "./controller-rows.ts";
import { extensionServers } from "./extension-servers.ts";
import { RequestTurns } from "./framework/request-turns.ts";
import { SharedInformers } from "./framework/shared-informers.ts";

/** A user of the controller manager, as the authenticator returns it. */
export interface ControllerUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Controllers prepared before the server exists, because the server must know their tokens. */
export interface ControllerManager {
  readonly tokens: ReadonlyMap<string, ControllerUser>;
  /** The extension API servers of the list, by the names of APIServices; they answer once `start` was called. */
  readonly apiServers: ApiServers;
  /**
   * Starts the controllers after a short delay, so that the first client requests go first; of those that were
   * prepared, only the ones that another list enables. Returns a function to stop them.
   */
  start(handle: Handle, only?: readonly string[]): () => void;
  /** Resolves once the controllers that `start` loads are there and read. */
  started(): Promise<void>;
}

/** What controllers are given besides their clients. */
export interface ControllerSettings {
  /** The CA of the serving certificate in PEM. */
  readonly servingCa?: string | undefined;
  /** How long events are kept after their last write; an hour by default (`--event-ttl`). */
  readonly eventTtlMs?: number | undefined;
  /** The feature gates, which some controllers need; all are off by default. */
  readonly gates?: Pick<FeatureGates, "enabled"> | undefined;
  /** In which requests of controllers let those of other clients get in between. */
  readonly turns?: RequestTurns;
}

const startAfterMs = 50;

/** Several informers follow pods: what one of them has decoded is there for the others. */
const mostSharedCharacters = 1_000_000;

/**
 * Prepares controllers, each with its own user and token: those that `list` enables (`--controllers`), or those that
 * the API server itself depends on. Controllers of the list are loaded when they start. They read by informers that all
 * of them share, which act as system:kube-controller-manager. `createToken` returns random UUIDs. Throws
 * ConfigurationError for unknown names.
 */
export function createControllerManager(
  clock: Clock,
  createToken: () => string,
  list?: readonly string[],
  { servingCa, eventTtlMs, gates, turns = new RequestTurns() }: ControllerSettings = {},
): ControllerManager {
  const enabled = enabledControllers(list);
  const isEnabled = ({ name, gates: needed = [] }: NamedRow): boolean =>
    enabled.has(name) && needed.every((gate) => gates?.enabled(gate) === true);
  const withToken = <T extends object>(row: T) => ({ ...row, token: createToken() });
  const [base, loaded] = [baseRows.filter(isEnabled).map(withToken), loadedRows.filter(isEnabled).map(withToken)];
  const informerToken = loaded.length > 0 ? createToken() : undefined;
  const servers = serverRows.filter(isEnabled).map((row) => withTokenOf(row, informerToken ?? createToken()));
  const apiServers = extensionServers(servers);
  const readLine = shareWatchLines(mostSharedCharacters);
  const optionsFor = (handle: Handle, token: string) => ({
    handle: turns.of(handle),
    clock,
    readLine,
    ttlMs: eventTtlMs,
    headers: { Authorization: `Bearer ${token}` },
  });

  async function startLoaded(
    handle: Handle,
    token: string,
    rows: readonly WithToken<LoadedRow>[],
    signal: AbortSignal,
  ): Promise<void> {
    const factories = await Promise.all(rows.map(({ load }) => load()));
    if (signal.aborted) return;
    const manager = controllerClient("informers", optionsFor(handle, token));
    const shared = { informers: new SharedInformers(manager, clock), manager, newUuid: createToken, servingCa };
    const controllers = factories.flatMap((create, i) => {
      const row = rows[i];
      return row === undefined ? [] : [create({ ...optionsFor(handle, row.token), ...shared })];
    });
    shared.informers.start(signal);
    const fork = forkSignal(signal);
    for (const controller of controllers) controller.start(fork().signal);
  }

  let tellStarted: (loading: Promise<void> | undefined) => void = () => undefined;
  const started = new Promise<void>((resolve) => (tellStarted = resolve));
  return {
    started: () => started,
    apiServers,
    tokens: tokensOf({ base, loaded, servers, informerToken }),
    start(handle, only) {
      const stop = new AbortController();
      const chosen = only === undefined ? enabled : enabledControllers(only);
      const rows = loaded.filter(({ name }) => chosen.has(name));
      const stopServers = apiServers.start((row) => (chosen.has(row.name) ? optionsFor(handle, row.token) : undefined));
      const cancel = (clock.host ?? clock).after(startAfterMs, () => {
        const fork = forkSignal(stop.signal);
        for (const { name, create, token } of base)
          if (chosen.has(name)) create(optionsFor(handle, token)).start(fork().signal);
        tellStarted(
          informerToken === undefined || rows.length === 0
            ? undefined
            : startLoaded(handle, informerToken, rows, stop.signal),
        );
      });
      return () => {
        cancel();
        stopServers();
        tellStarted(undefined);
        stop.abort();
      };
    },
  };
}

type NamedRow = Pick<LoadedRow, "name" | "gates">;

/** Derives the token of a server from another one: worlds with a seed have the same names with it and without. */
const withTokenOf = <T extends ServerRow>(row: T, token: string) => ({ ...row, token: `${token}-${row.name}` });

type WithToken<T> = T & { readonly token: string };

/** Returns the users of all that sends requests, by their tokens. */
function tokensOf({
  base,
  loaded,
  servers,
  informerToken,
}: {
  readonly base: readonly WithToken<BaseRow>[];
  readonly loaded: readonly WithToken<LoadedRow>[];
  readonly servers: readonly WithToken<ServerRow>[];
  readonly informerToken: string | undefined;
}): ReadonlyMap<string, ControllerUser> {
  return new Map([
    ...base.map(({ token, account }) => [token, serviceAccount(account, "system:masters")] as const),
    ...loaded.map(({ token, account, user }) => [token, userOf(user) ?? serviceAccount(account)] as const),
    ...servers.map(({ token, user }) => [token, { ...user, uid: "", extra: {} }] as const),
    ...(informerToken === undefined ? [] : [[informerToken, managerUser] as const]),
  ]);
}

const managerUser: ControllerUser = { name: "system:kube-controller-manager", uid: "", groups: [], extra: {} };

const userOf = (user: LoadedRow["user"]): ControllerUser | undefined => user && { ...user, uid: "", extra: {} };

/** A service account in kube-system. The controllers that the API server depends on may do everything. */
const serviceAccount = (account: string, ...groups: readonly string[]): ControllerUser => ({
  name: `system:serviceaccount:kube-system:${account}`,
  uid: "",
  groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", ...groups],
  extra: {},
});
