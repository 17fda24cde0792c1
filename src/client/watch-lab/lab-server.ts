import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { Client } from "../client.ts";
import type { ServerInspector } from "../inspector.ts";
import type { ServerWrite } from "../reflector/differences.ts";

export const namespace = "default";
const otherNamespace = "kube-public";
/** What the informer of the lab watches. */
export const watched = { group: "", version: "v1", resource: "configmaps", namespace } as const;
const elsewhere = { ...watched, namespace: otherNamespace } as const;
const kind = { apiVersion: "v1", kind: "ConfigMap" } as const;

const configMap = (name: string) => ({ ...kind, metadata: { name, namespace }, data: { turn: "1" } });

/** The state of the lab's server. */
export interface LabState {
  readonly revision: number;
  readonly compacted: number;
  readonly watchers: number;
  readonly objects: readonly KubeObject[];
  /** The writes to ConfigMaps that the server has told, oldest first, also those that it does not keep any more. */
  readonly writes: readonly ServerWrite[];
}

export const unknownState: LabState = { revision: 0, compacted: 0, watchers: 0, objects: [], writes: [] };

/** The changes of a large object that end the watch of a reader that does not read, in any case. */
const mostBurst = 80;
const largeText = 900_000;

/** A server whose history may be compacted. */
export interface CompactedServer {
  readonly handle: Handle;
  readonly inspect: Pick<ServerInspector, "stats" | "revisions" | "compact">;
}

/** The server of the lab, which has two ConfigMaps besides what it began with. */
export class LabServer {
  readonly #server: CompactedServer;
  readonly #client: Client;
  #turn = 1;
  #last = 0;
  #writes: readonly ServerWrite[] = [];

  private constructor(server: CompactedServer, headers: Readonly<Record<string, string>>) {
    this.#server = server;
    this.#client = new Client({ handle: server.handle, userAgent: "kubepad-lab", headers });
  }

  /**
   * Has the server begin as stories expect it: creates the ConfigMaps a and b where they are not there, and deletes c,
   * which a copy of a world may have. Rejects with a StatusError.
   */
  static async open(server: CompactedServer, headers: Readonly<Record<string, string>> = {}): Promise<LabServer> {
    const lab = new LabServer(server, headers);
    const { items } = await lab.#client.list(watched);
    const names = new Set(items.map(({ metadata }) => metadata.name));
    for (const name of ["a", "b"]) if (!names.has(name)) await lab.create(name);
    if (names.has("c")) await lab.delete("c");
    return lab;
  }

  /** How many watches the server has. */
  async watchers(): Promise<number> {
    return (await this.#server.inspect.stats()).watchers;
  }

  async read(): Promise<LabState> {
    const { items } = await this.#client.list(watched);
    await this.#readWrites();
    const { revision, compactedRevision: compacted, watchers } = await this.#server.inspect.stats();
    return { revision, compacted, watchers, objects: items, writes: this.#writes };
  }

  async create(name: string): Promise<void> {
    await this.#client.create(watched, configMap(name));
  }

  async change(name: string): Promise<void> {
    await this.#client.patch(watched, name, "merge", { data: { turn: String(++this.#turn) } });
  }

  async delete(name: string): Promise<void> {
    await this.#client.delete(watched, name);
  }

  async changeElsewhere(): Promise<void> {
    await this.#client.create(elsewhere, { ...kind, metadata: { generateName: "other-" } });
  }

  /** Changes a large object until `isEnough` says so, or it would be enough for any reader. */
  async burst(isEnough: () => Promise<boolean>): Promise<void> {
    const large = { ...configMap("large"), data: { text: "x".repeat(largeText) } };
    await this.#client.patch(watched, "large", "apply", large, { query: { fieldManager: "lab", force: true } });
    for (let n = 0; n < mostBurst && !(await isEnough()); n++) await this.change("large");
  }

  /** Compacts everything before the last write to a ConfigMap. */
  async compact(): Promise<void> {
    await this.#readWrites();
    await this.#server.inspect.compact(this.#last);
  }

  async #readWrites(): Promise<void> {
    for (let after: number | undefined = this.#last; after !== undefined;) {
      const { entries, next } = await this.#server.inspect.revisions({ after });
      // another read may have told some of them meanwhile
      const told = entries.filter(
        ({ group, resource, revision }) => group === "" && resource === "configmaps" && revision > this.#last,
      );
      this.#last = told.at(-1)?.revision ?? this.#last;
      const own = told.filter((entry) => entry.namespace === namespace);
      const writes = own.map(({ revision, kind: how, name }) => ({ revision, kind: how, key: `${namespace}/${name}` }));
      this.#writes = [...this.#writes, ...writes];
      after = next;
    }
  }
}
