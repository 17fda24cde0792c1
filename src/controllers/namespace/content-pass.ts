import { messageOf } from "../../apimachinery/message-of.ts";
import { greatestOf, pushAll } from "../../apimachinery/long-lists.ts";
import { type Client } from "../../client/client.ts";
import {
  discover,
  type Discovered,
  type KnownDocuments,
  preferred,
  type ServedResource,
  supports,
} from "../../client/discovery.ts";
import { deleteContent, type Leftover } from "./content-deleter.ts";
import { DeletionConditions } from "./deletion-conditions.ts";

/** One pass over the content of a namespace: records remaining objects, errors and the resulting conditions. */
export class ContentPass {
  readonly conditions = new DeletionConditions();
  readonly errors: string[] = [];
  readonly #client: Client;
  readonly #namespace: string;
  readonly #signal: AbortSignal;
  readonly #known: KnownDocuments;
  readonly #leftovers: Leftover[] = [];

  constructor(client: Client, namespace: string, signal: AbortSignal, known: KnownDocuments) {
    this.#client = client;
    this.#namespace = namespace;
    this.#signal = signal;
    this.#known = known;
  }

  /** Estimated seconds until the remaining objects are gone. */
  get estimateSeconds(): number {
    return greatestOf(
      this.#leftovers.map(({ estimateSeconds }) => estimateSeconds),
      0,
    );
  }

  /**
   * Deletes all content, pods first: other resources are kept while pods remain, since the pods may need them
   * (KEP-5080).
   */
  async run(): Promise<void> {
    const resources = await this.#deletableResources();
    const failuresBefore = this.errors.length;
    await this.#delete(resources.filter(isPods));
    if (this.#leftovers.length === 0 && this.errors.length === failuresBefore)
      await this.#delete(resources.filter((resource) => !isPods(resource)));
    this.conditions.contentRemains(
      this.#leftovers.map(({ resource: { group, resource }, count }) => ({ group, resource, count })),
      sumFinalizers(this.#leftovers),
    );
  }

  async #deletableResources(): Promise<readonly ServedResource[]> {
    const { resources, failures } = await this.#discover();
    if (failures.length > 0) {
      this.conditions.discoveryFailed(failures);
      pushAll(
        this.errors,
        failures.map(({ message }) => message),
      );
    }
    return preferred(resources).filter((resource) => resource.namespaced && supports(resource, "delete", "list"));
  }

  async #discover(): Promise<Discovered> {
    try {
      return await discover(this.#client, this.#signal, this.#known);
    } catch (error) {
      this.conditions.discoveryImpossible(messageOf(error));
      this.errors.push(messageOf(error));
      return { resources: [], failures: [] };
    }
  }

  async #delete(resources: readonly ServedResource[]): Promise<void> {
    for (const resource of resources) {
      try {
        const leftover = await deleteContent(this.#client, resource, this.#namespace, this.#signal);
        if (leftover.count > 0) this.#leftovers.push(leftover);
      } catch (error) {
        this.conditions.contentFailed(messageOf(error));
        this.errors.push(messageOf(error));
      }
    }
  }
}

const isPods = ({ group, resource }: ServedResource): boolean => group === "" && resource === "pods";

function sumFinalizers(leftovers: readonly Leftover[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { finalizers } of leftovers)
    for (const [finalizer, count] of finalizers) sums.set(finalizer, (sums.get(finalizer) ?? 0) + count);
  return sums;
}
