import type { Clock } from "../../apimachinery/clock.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { type Client, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { Informer } from "../../client/informer.ts";

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The fields of a flowcontrol.apiserver.k8s.io/v1 FlowSchema. */
interface FlowSchema extends KubeObject {
  readonly spec?: { readonly priorityLevelConfiguration?: { readonly name?: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const group = { group: "flowcontrol.apiserver.k8s.io", version: "v1" };
const schemas = { ...group, resource: "flowschemas" };
const levels = { ...group, resource: "prioritylevelconfigurations" };

/** How the controller appears in managed fields (flowcontrol.ConfigConsumerAsFieldManager). */
const fieldManager = "api-priority-and-fairness-config-consumer-v1";

/** How often the condition of one schema is written at most, so that controllers do not fight (shouldDelayUpdate). */
const mostWrites = 6;
const writesMs = 60_000;
const delayMs = 30_000;

/**
 * Keeps the condition Dangling of FlowSchemas up to date, which tells that the priority level of a schema is missing
 * (util/flowcontrol configController).
 */
export const createFlowSchemaConditionController = (options: ControllerOptions): Controller =>
  new FlowSchemaConditions(options);

const levelOf = ({ spec }: FlowSchema): string => spec?.priorityLevelConfiguration?.name ?? "";

/** Returns the condition of a schema (presyncFlowSchemaStatus). */
function danglingCondition(level: string, isThere: boolean): Condition {
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${quoteGo(level)}`;
  return isThere
    ? { type: "Dangling", status: "False", reason: "Found", message: `${named} and it exists` }
    : { type: "Dangling", status: "True", reason: "NotFound", message: `${named} but there is no such object` };
}

const isSame = (a: Condition, b: Condition): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message;

class FlowSchemaConditions implements Controller {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #schemas: InformedQueue<FlowSchema>;
  readonly #levels: Informer;
  /** When the condition of a schema was written within the last minute. */
  readonly #writes = new Map<string, readonly number[]>();
  #stop = new AbortController();

  constructor(options: ControllerOptions) {
    const { clock } = options;
    const client = controllerClient("flow-schema-condition", options);
    this.#client = client;
    this.#clock = clock;
    this.#schemas = new InformedQueue<FlowSchema>({
      client,
      clock,
      target: schemas,
      handler: {
        add: ({ metadata }) => this.#schemas.add(metadata.name ?? ""),
        update: (_before, { metadata }) => this.#schemas.add(metadata.name ?? ""),
        delete: ({ metadata }) => this.#writes.delete(metadata.name ?? ""),
      },
      workers: 1,
      process: (name, signal) => this.#sync(name, signal),
    });
    this.#levels = new Informer({
      client,
      clock,
      target: levels,
      reduce: ({ metadata: { name = "", uid = "", resourceVersion = "" } }) => ({
        metadata: { name, uid, resourceVersion },
      }),
      handler: {
        add: (level) => this.#enqueueSchemasOf(level),
        delete: (level) => this.#enqueueSchemasOf(level),
      },
    });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    void this.#levels.run(this.#stop.signal);
    this.#schemas.start(this.#stop.signal);
  }

  async idle(): Promise<void> {
    await this.#levels.whenSynced();
    await this.#schemas.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#schemas.close();
  }

  #enqueueSchemasOf({ metadata: { name } }: KubeObject): void {
    for (const schema of this.#schemas.index.values())
      if (levelOf(schema) === name) this.#schemas.add(schema.metadata.name ?? "");
  }

  async #sync(name: string, signal: AbortSignal): Promise<void> {
    await this.#levels.whenSynced();
    const schema = this.#schemas.index.get(name);
    if (schema === undefined || signal.aborted) return;
    const level = levelOf(schema);
    const wanted = danglingCondition(level, this.#levels.index.get(level) !== undefined);
    const present = schema.status?.conditions?.find(({ type }) => type === wanted.type);
    if (present !== undefined && isSame(present, wanted)) return;
    const now = this.#clock.now();
    const recent = (this.#writes.get(name) ?? []).filter((time) => time > now - writesMs);
    if (recent.length >= mostWrites) return this.#schemas.addAfter(name, delayMs);
    this.#writes.set(name, [...recent, now]);
    await this.#apply(name, { ...wanted, lastTransitionTime: formatTime(now) }, signal);
  }

  async #apply(name: string, condition: object, signal: AbortSignal): Promise<void> {
    const configuration = {
      apiVersion: `${group.group}/${group.version}`,
      kind: "FlowSchema",
      metadata: { name },
      status: { conditions: [condition] },
    };
    const query = { fieldManager, force: true };
    try {
      await this.#client.patch(schemas, name, "apply", configuration, { subresource: "status", query, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error; // the schema is gone
    }
  }
}
