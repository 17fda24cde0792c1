import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { ServerWrite } from "../../../../client/reflector/differences.ts";
import type { OpenedServer } from "../../../../worker/tabs/opened-servers.ts";
import { consoleAgent, listItems, pageAgent, sendJson } from "../../../data/send.ts";
import type { Page } from "../../../state/page.ts";

export const namespace = "default";
const otherNamespace = "kube-public";
const collection = (of: string): string => `/api/v1/namespaces/${of}/configmaps`;

/** What the informer of the lab watches. */
export const watched = { group: "", version: "v1", resource: "configmaps", namespace } as const;
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

/** The lab's server: a world of its own in memory, with two ConfigMaps. */
export class LabServer {
  readonly server: OpenedServer;
  #turn = 1;
  #last = 0;
  #writes: readonly ServerWrite[] = [];

  private constructor(server: OpenedServer) {
    this.server = server;
  }

  static async open(page: Page): Promise<LabServer> {
    const seed = [configMap("a"), configMap("b")];
    return new LabServer(await page.guests.openServer({ controllers: false, seed }));
  }

  async read(): Promise<LabState> {
    const { inspect, handle } = this.server;
    const list = await sendJson(handle, pageAgent, { method: "GET", target: collection(namespace) });
    await this.#readWrites();
    const { revision, compactedRevision: compacted, watchers } = await inspect.stats();
    return { revision, compacted, watchers, objects: listItems(list), writes: this.#writes };
  }

  async create(name: string): Promise<void> {
    await this.#send("POST", collection(namespace), configMap(name));
  }

  async change(name: string): Promise<void> {
    await this.#patch(`${collection(namespace)}/${name}`, { turn: String(++this.#turn) });
  }

  async delete(name: string): Promise<void> {
    await this.#send("DELETE", `${collection(namespace)}/${name}`, undefined);
  }

  async changeElsewhere(): Promise<void> {
    await this.#send("POST", collection(otherNamespace), { ...kind, metadata: { generateName: "other-" } });
  }

  /** Changes a large object until `isEnough` says so, or it would be enough for any reader. */
  async burst(isEnough: () => Promise<boolean>): Promise<void> {
    const large = { ...configMap("large"), data: { text: "x".repeat(largeText) } };
    const target = `${collection(namespace)}/large?fieldManager=lab&force=true`;
    await this.#send("PATCH", target, large, "application/apply-patch+yaml");
    for (let n = 0; n < mostBurst && !(await isEnough()); n++)
      await this.#patch(`${collection(namespace)}/large`, { turn: String(++this.#turn) });
  }

  /** Compacts everything before the last write to a ConfigMap. */
  async compact(): Promise<void> {
    await this.#readWrites();
    await this.server.inspect.compact(this.#last);
  }

  async #readWrites(): Promise<void> {
    for (let after: number | undefined = this.#last; after !== undefined;) {
      const { entries, next } = await this.server.inspect.revisions({ after });
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

  #patch(target: string, data: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#send("PATCH", target, { data }, "application/merge-patch+json");
  }

  #send(method: string, target: string, body: unknown, type = "application/json"): Promise<unknown> {
    return sendJson(this.server.handle, consoleAgent, {
      method,
      target,
      ...(body !== undefined && { body: JSON.stringify(body), headers: [["Content-Type", type]] }),
    });
  }
}
