import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import { policyCallsThrough } from "../../client/policies.ts";
import { raceCallsThrough } from "../../client/races.ts";
import { worldCallsThrough } from "../../client/world-calls.ts";
import type { Inspector, ServerInspector } from "../../client/inspector.ts";
import type { ChosenSettings, SettingsReport, SettingsView } from "../../client/settings.ts";
import { binaryRelease, oldestEmulatedRelease, type Release } from "../../component-base/versions/release.ts";
import { AuditRelay } from "./audit-relay.ts";
import type { Begun, KeptSettings, SettingsMemory } from "./kept-settings.ts";
import type { PageFunctions } from "./page-functions.ts";
import { ServerGate, type StartedServer } from "./server-gate.ts";
import type { HostedServer } from "./server-host.ts";

/** Creates servers on one storage. */
export interface ServerFactory {
  /** The settings used when none were chosen. */
  readonly defaults: ChosenSettings;
  readonly functions: PageFunctions;
  readonly memory: SettingsMemory;
  /**
   * Starts a server on a storage that began as `begun` says; undefined if no server was started on it yet. The previous
   * server must be closed first. Rejects with a user-facing message.
   */
  start(chosen: ChosenSettings, begun: Begun | undefined): Promise<StartedServer>;
  /**
   * Returns the effective settings of a server started with these choices; rejects with the configuration error if they
   * are invalid.
   */
  view(chosen: ChosenSettings): Promise<SettingsView>;
}

/** Callbacks for when a server was restarted, or was lost during a restart. */
export interface HostedServerEvents {
  restarted(server: StartedServer): void;
  lost(): void;
}

/** The server that pages connect to. It persists its settings and restarts the server when they change. */
export class ServerWithSettings implements HostedServer {
  readonly #factory: ServerFactory;
  readonly #events: HostedServerEvents;
  readonly #gate: ServerGate;
  readonly #audit: AuditRelay;
  #kept: KeptSettings;
  #remembered = true;
  #refused: SettingsReport["refused"];
  /** Serializes changes. */
  #changed: Promise<unknown> = Promise.resolve();

  private constructor(
    factory: ServerFactory,
    gate: ServerGate,
    audit: AuditRelay,
    start: Start,
    events: HostedServerEvents,
  ) {
    this.#factory = factory;
    this.#gate = gate;
    this.#audit = audit;
    this.#events = events;
    this.#kept = start.kept;
    this.#refused = start.refused;
  }

  /** Starts a server with the persisted settings, or with the defaults if those are no longer valid. */
  static async open(
    factory: ServerFactory,
    clock: Clock,
    events: HostedServerEvents,
  ): Promise<{ readonly hosted: ServerWithSettings; readonly server: StartedServer }> {
    const start = await usable(factory, await factory.memory.load());
    const server = await started(factory, start.kept);
    const hosted = new ServerWithSettings(factory, new ServerGate(clock, server), new AuditRelay(clock), start, events);
    if (server.begun !== start.kept.begun) void hosted.#inTurn(() => hosted.#keepBeginning(server.begun));
    return { hosted, server };
  }

  async #keepBeginning(begun: Begun | undefined): Promise<void> {
    this.#kept = { ...this.#kept, begun };
    this.#remembered = await this.#factory.memory.keep(this.#kept);
  }

  get handle(): ServerGate["handle"] {
    return this.#gate.handle;
  }

  get functions(): PageFunctions {
    return this.#factory.functions;
  }

  readonly inspect: Inspector = this.#inspector();

  close(): Promise<void> {
    return this.#gate.close();
  }

  #inspector(): Inspector {
    const via = async <T>(call: (inspect: ServerInspector) => Promise<T>): Promise<T> =>
      call((await this.#gate.present()).inspect);
    return {
      stats: () => via((inspect) => inspect.stats()),
      traces: (afterId) => via((inspect) => inspect.traces(afterId)),
      traceText: (refId) => via((inspect) => inspect.traceText(refId)),
      export: () => via((inspect) => inspect.export()),
      versions: (query) => via((inspect) => inspect.versions(query)),
      import: (file) => via((inspect) => inspect.import(file)),
      reset: () => via((inspect) => inspect.reset()),
      subscribe: (listener) => this.#gate.subscribe(listener),
      ...auditCallsThrough(via),
      ...celCallsThrough(via),
      ...definitionCallsThrough(via),
      ...policyCallsThrough(via),
      ...worldCallsThrough(via),
      ...raceCallsThrough(async (call) => call((await this.#gate.present()).races)),
      auditEvents: (afterId) => via((inspect) => this.#audit.events(inspect, afterId)),
      setAuditPolicy: async (text) => this.#keepPolicy(text, await via((inspect) => inspect.setAuditPolicy(text))),
      serverSettings: () => this.#report(),
      trySettings: (chosen) => this.#factory.view(settingsIn(this.#factory, this.#kept, chosen)),
      changeSettings: (chosen) => this.#inTurn(() => this.#change(chosen)),
    };
  }

  async #keepPolicy(auditPolicy: string | undefined, warnings: readonly string[]): Promise<readonly string[]> {
    this.#kept = { ...this.#kept, auditPolicy };
    this.#remembered = await this.#factory.memory.keep(this.#kept);
    return warnings;
  }

  async #report(): Promise<SettingsReport> {
    const defaults = settingsIn(this.#factory, this.#kept, undefined);
    const view = await this.#factory.view(settingsIn(this.#factory, this.#kept, this.#kept.chosen));
    return {
      ...view,
      defaults,
      releases,
      remembered: this.#remembered && (await this.#gate.present()).persistent,
      ...(this.#refused !== undefined && { refused: this.#refused }),
    };
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#changed.then(change);
    this.#changed = changed.catch(() => undefined);
    return changed;
  }

  /**
   * Validates the settings before the running server is stopped. If the restart fails because of the storage, the
   * previous settings are restored.
   */
  async #change(chosen: ChosenSettings | undefined): Promise<SettingsReport> {
    await this.#factory.view(settingsIn(this.#factory, this.#kept, chosen));
    const [before, after] = [this.#kept, { ...this.#kept, chosen }];
    const { inspect } = await this.#gate.present();
    let failure: unknown;
    const start = async (): Promise<StartedServer> => {
      await this.#audit.carry(inspect);
      try {
        return await started(this.#factory, after);
      } catch (error) {
        failure = error;
        return started(this.#factory, before);
      }
    };
    const server = await this.#gate.replace(start).catch((error: unknown) => this.#lose(error));
    await this.#audit.attend(server.inspect);
    this.#events.restarted(server);
    if (failure !== undefined) throw failure;
    this.#kept = after;
    this.#refused = undefined;
    this.#remembered = await this.#factory.memory.keep(after);
    return this.#report();
  }

  #lose(error: unknown): never {
    this.#events.lost();
    throw error;
  }
}

const releases: readonly Release[] = Array.from(
  { length: binaryRelease - oldestEmulatedRelease + 1 },
  (_, i) => binaryRelease - i,
);

interface Start {
  readonly kept: KeptSettings;
  readonly refused: SettingsReport["refused"];
}

/** Returns the persisted settings, without the ones that are no longer valid. */
async function usable(factory: ServerFactory, kept: KeptSettings): Promise<Start> {
  const { chosen } = kept;
  if (chosen === undefined) return { kept, refused: undefined };
  try {
    await factory.view(chosen);
    return { kept, refused: undefined };
  } catch (error) {
    return {
      kept: { ...kept, chosen: undefined },
      refused: { chosen, message: messageOf(error) },
    };
  }
}

/** Returns settings, or the defaults, with the controllers that the storage began with unless they choose others. */
const settingsIn = (
  { defaults }: ServerFactory,
  { begun }: KeptSettings,
  chosen: ChosenSettings | undefined,
): ChosenSettings => ({
  ...(begun?.controllers !== undefined && { controllers: begun.controllers }),
  ...(chosen ?? defaults),
});

async function started(factory: ServerFactory, kept: KeptSettings): Promise<StartedServer> {
  const { chosen, auditPolicy, begun } = kept;
  const server = await factory.start(settingsIn(factory, kept, chosen), begun);
  // a persisted policy that is no longer valid is ignored
  if (auditPolicy !== undefined) await server.inspect.setAuditPolicy(auditPolicy).catch(() => undefined);
  return server;
}
