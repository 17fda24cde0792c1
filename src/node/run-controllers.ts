import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Clock } from "../apimachinery/clock.ts";
import { controllerClient } from "../client/controller.ts";
import type { Handle } from "../component-base/exchange.ts";
import { ignore } from "../component-base/ignore.ts";
import type { WorldClock } from "../component-base/world-clock.ts";
import {
  type ControllerManager,
  type ControllerSettings,
  type ControllerUser,
  createControllerManager,
} from "../controllers/controller-manager.ts";
import type { ApiServer } from "../kube-apiserver/server.ts";
import { apiServerId } from "./api-server-id.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import type { EtcdOptions } from "./etcd/etcd-options.ts";
import { controllersOfEachServer, enabledControllers } from "../controllers/controller-names.ts";

/** Controllers that run. */
export interface RunningControllers {
  /** Takes the server out of the endpoints of the Service `kubernetes`, since it is about to end. */
  leave(): void;
  stop(): Promise<void>;
}

/** What a server that shares its objects keeps telling others of itself. */
export interface Announcement {
  /** Resolves once this server may write all resources, or that was tried. */
  readonly made: Promise<void>;
  stop(): Promise<void>;
}

/** The controllers of a server, prepared before the server exists. */
export interface PreparedControllers extends Pick<ControllerManager, "tokens" | "apiServers"> {
  announce(server: Pick<ApiServer, "handle" | "storageVersions">): Announcement;
  start(handle: Handle): RunningControllers;
}

/** A server that shares its objects with others. */
export interface OneOfServers {
  /** The time of the machine. */
  readonly clock: Clock;
  readonly port: number;
  /** How the endpoints of the Service `kubernetes` are kept; undefined if they are not. */
  readonly endpoints?: (EndpointOptions & { readonly etcd: EtcdOptions }) | undefined;
  readonly report: (message: string) => void;
}

/** Events are ended by leases of etcd. */
const withoutEventExpiry = (name: string): boolean => name !== "event-expiry-controller";

/** The name of the Lease of kube-controller-manager, which is that of its controllers here. */
const managerLease = "kube-controller-manager";

const users: Readonly<Record<"manager" | "server", ControllerUser>> = {
  manager: { name: "system:kube-controller-manager", uid: "", groups: [], extra: {} },
  server: { name: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} },
};

/**
 * Prepares the controllers that a list enables. Of several servers over the same objects, each has a Lease that tells
 * of it, and one at a time, which is elected, runs the controllers that are kube-controller-manager's.
 */
export function prepareControllers(
  world: WorldClock,
  list: readonly string[] | undefined,
  settings: ControllerSettings,
  oneOf: OneOfServers | undefined,
): PreparedControllers {
  const create = (names: readonly string[] | undefined): ControllerManager =>
    createControllerManager(world, randomUUID, names, { eventTtlMs: settings.eventTtlMs, gates: settings.gates });
  if (oneOf === undefined) return runAll(create(list));
  const enabled = [...enabledControllers(list)];
  const ofEach = controllersOfEachServer();
  const named = (isOfEach: boolean) => enabled.filter((name) => ofEach.has(name) === isOfEach);
  const own = create(named(true).filter(withoutEventExpiry));
  const elected = named(false).length === 0 ? undefined : create(named(false));
  const tokens = { manager: randomUUID(), server: randomUUID() };
  const { clock } = oneOf;
  const clientOf = (user: keyof typeof users, name: string, handle: Handle) =>
    controllerClient(name, { handle, clock, headers: { Authorization: `Bearer ${tokens[user]}` } });
  return {
    apiServers: own.apiServers,
    tokens: new Map([
      ...own.tokens,
      ...(elected?.tokens ?? []),
      [tokens.manager, users.manager],
      [tokens.server, users.server],
    ]),
    announce({ handle, storageVersions }) {
      const stopLease = keepLease(oneOf, clientOf("server", "apiserver-lease", handle));
      const client = clientOf("server", "storage-version-updater", handle);
      const serverId = serverIdOf(oneOf);
      const stopVersions = storageVersions?.keep({ client, clock, serverId, report: oneOf.report });
      return {
        made: storageVersions?.tried ?? Promise.resolve(),
        stop() {
          stopVersions?.();
          return stopLease();
        },
      };
    },
    start(handle) {
      const stopOwn = own.start(handle);
      const stopElection =
        elected && elect(clock, clientOf("manager", "leader-election", handle), () => elected.start(handle));
      const leave = joinEndpoints(oneOf, clientOf("server", "kubernetes-service", handle));
      return {
        leave: () => void leave(),
        async stop() {
          await leave();
          stopOwn();
          await stopElection?.();
        },
      };
    },
  };
}

function keepLease({ clock, port }: OneOfServers, client: ReturnType<typeof controllerClient>): () => Promise<void> {
  const name = serverIdOf({ port });
  const keeping = import("../controllers/api-server-lease/api-server-lease.ts").then(({ keepApiServerLease }) =>
    keepApiServerLease({ client, clock, name, hostname: hostname(), holder: `${name}_${randomUUID()}` }),
  );
  return async () => (await keeping)();
}

/** Keeps the server among the endpoints of the Service `kubernetes`; returns what takes it out of them. */
function joinEndpoints(
  { clock, port, endpoints, report }: OneOfServers,
  client: ReturnType<typeof controllerClient>,
): () => Promise<void> {
  if (endpoints === undefined || port === 0) return async () => undefined;
  const keeping = import("./keep-server-endpoints.ts").then(({ keepServerEndpoints }) =>
    keepServerEndpoints({ ...endpoints, client, clock, port, report }),
  );
  return async () => (await keeping)();
}

function elect(clock: Clock, client: ReturnType<typeof controllerClient>, lead: () => () => void): () => Promise<void> {
  const identity = `${hostname()}_${randomUUID()}`;
  const electing = import("../controllers/framework/leader-election.ts").then(({ electLeader }) =>
    electLeader({ client, clock, name: managerLease, identity, lead }),
  );
  // if the Lease cannot be given up, the next leader waits until it has expired
  return async () => (await electing)().catch(ignore);
}

/** Returns the name of the Lease of a server that shares its objects with others. */
export const serverIdOf = ({ port }: Pick<OneOfServers, "port">): string => apiServerId(hostname(), port);

const runAll = (manager: ControllerManager): PreparedControllers => ({
  ...manager,
  announce: () => ({ made: Promise.resolve(), stop: () => Promise.resolve() }),
  start(handle) {
    const stop = manager.start(handle);
    return { leave: ignore, stop: async () => stop() };
  },
});
