import type { Clock } from "../apimachinery/clock.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { Pace } from "../apiserver/endpoints/openapi/pace.ts";
import type { ObjectLister } from "../apiserver/registry/object-lister.ts";
import { answerText } from "../client/answer-text.ts";
import { WorkQueue } from "../client/work-queue.ts";
import { Turns } from "../component-base/event-loop.ts";
import type { Answer } from "../component-base/exchange.ts";
import { parseLongJson } from "../component-base/long-json.ts";
import { inSlices, Work } from "../component-base/work.ts";
import { groupVersionOf, type ApiService } from "./api-service.ts";
import { discoveryPath } from "./availability.ts";
import { readAggregatedDiscovery, readResourceList, type DiscoveredVersions } from "./discovery-document.ts";
import { aggregatorUser, headerOf, type ExtensionClient } from "./extension-client.ts";

/** What an extension server says of the group version of an APIService. */
export interface RemoteVersion {
  /** The JSON of its resources; undefined if the last request was not answered. */
  readonly resources: string | undefined;
  readonly freshness: "Current" | "Stale";
}

/** The document of one extension server, for all APIServices that name its Service. */
interface CachedDocument {
  readonly versions: DiscoveredVersions;
  readonly etag: string;
  /** When it was asked for. */
  readonly at: number;
}

/** The dependencies of the controller. */
export interface DiscoveryOptions {
  readonly lister: ObjectLister<ApiService>;
  readonly client: ExtensionClient;
  readonly clock: Clock;
  /** Called when what is discovered has changed. */
  changed(): void;
}

const everyMs = 60_000;
const patienceMs = 5000;
const largestDocument = 32_000_000;

/** What the aggregator accepts of an extension server (discovery.AcceptV2 and AcceptV2Beta1). */
const accept = ["v2", "v2beta1"]
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(",");

/**
 * Asks the extension servers what they serve: when an APIService changes, and every minute. Answers to discovery are
 * made of what is kept here, so that none waits for an extension server (DiscoveryAggregationController).
 */
export class DiscoveryController {
  readonly #options: DiscoveryOptions;
  readonly #queue: WorkQueue;
  readonly #found = new Map<string, RemoteVersion>();
  readonly #documents = new Map<string, CachedDocument>();
  readonly #dirtySince = new Map<string, number>();
  #cancelPoll: (() => void) | undefined;
  readonly #closing = new AbortController();
  readonly #turns = new Turns();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ clock: options.clock, workers: 2, process: (name) => this.#sync(name) });
  }

  start(): void {
    const { lister } = this.#options;
    lister.listen((name, service, old) => {
      if (service?.spec.service !== undefined || old?.spec.service !== undefined) this.#mark(name);
    });
    for (const { metadata, spec } of lister.all()) if (spec.service !== undefined) this.#mark(metadata.name ?? "");
  }

  /** Returns what is known of the group version of an APIService. */
  find(name: string): RemoteVersion | undefined {
    return this.#found.get(name);
  }

  /** Asks for the discovery of an APIService again, since what answers for it has changed. */
  check(name: string): void {
    this.#mark(name);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  close(): void {
    this.#closing.abort();
    this.#cancelPoll?.();
    this.#queue.close();
  }

  #mark(name: string): void {
    this.#dirtySince.set(name, this.#options.clock.monotonic());
    this.#queue.add(name);
    this.#cancelPoll ??= this.#options.clock.after(everyMs, () => this.#poll());
  }

  #poll(): void {
    this.#cancelPoll = undefined;
    for (const { metadata, spec } of this.#options.lister.all())
      if (spec.service !== undefined) this.#mark(metadata.name ?? "");
  }

  async #sync(name: string): Promise<void> {
    const service = this.#options.lister.get(name);
    if (service?.spec.service === undefined) {
      this.#dirtySince.delete(name);
      this.#forgetServers();
      if (this.#found.delete(name)) this.#options.changed();
      return;
    }
    const { group, version } = groupVersionOf(service);
    const before = this.#found.get(name);
    let after: RemoteVersion;
    try {
      after = { resources: (await this.#fetch(service)).get(`${group}/${version}`), freshness: "Current" };
    } catch {
      after = { resources: undefined, freshness: "Stale" };
    }
    if (this.#closing.signal.aborted || this.#options.lister.get(name)?.spec.service === undefined) return;
    this.#found.set(name, after);
    if (before?.freshness !== after.freshness || before.resources !== after.resources) this.#options.changed();
  }

  /** Returns what a server serves, from memory if it was asked since the APIService was last marked. */
  async #fetch(service: ApiService): Promise<DiscoveredVersions> {
    const { client, clock } = this.#options;
    const key = client.serverOf(service);
    const kept = this.#documents.get(key);
    if (kept !== undefined && kept.at > (this.#dirtySince.get(service.metadata.name ?? "") ?? 0)) return kept.versions;
    const at = clock.monotonic();
    const address = client.addressOf(service);
    const known = kept === undefined || kept.etag === "" ? [] : [["If-None-Match", kept.etag] as const];
    const headers = [["Accept", accept] as const, ...known];
    const { signal } = this.#closing;
    const request = { target: "/apis", ms: patienceMs, signal, headers };
    const found = await client.get(service, address, request, async (answer) => {
      if (answer.status === 304 && kept !== undefined) return { ...kept, at };
      if (answer.status === 503) throw new Error("the extension server is not available");
      if (answer.status !== 200 || !isAggregated(answer)) return undefined;
      const versions = await this.#read(await answerText(answer.body, largestDocument), readAggregatedDiscovery);
      return { versions, etag: headerOf(answer, "etag"), at };
    });
    if (found === undefined) return this.#fetchList(service);
    this.#documents.set(key, found);
    return found.versions;
  }

  /** Reads a document in pieces, so that a long one keeps no other request waiting. */
  async #read<T>(
    text: string,
    read: (document: JsonValue | undefined, spend: Pace["spend"]) => Promise<T>,
  ): Promise<T> {
    const owner = { work: new Work(), turns: this.#turns, isLarge: true };
    const document = text === "" ? undefined : await inSlices(owner, () => parseLongJson(text));
    const pace = new Pace(this.#turns);
    return read(document, (characters) => pace.spend(characters));
  }

  /** Forgets the documents of servers that no APIService names any more. */
  #forgetServers(): void {
    const { lister, client } = this.#options;
    const named = new Set(lister.all().map((service) => client.serverOf(service)));
    for (const key of this.#documents.keys()) if (!named.has(key)) this.#documents.delete(key);
  }

  /** Asks a server that knows no aggregated discovery for the resources of one group version. */
  async #fetchList(service: ApiService): Promise<DiscoveredVersions> {
    const { client } = this.#options;
    const headers = [["Accept", "application/json"] as const];
    const user = { ...aggregatorUser, groups: [] };
    const own = { target: discoveryPath(service), ms: patienceMs, signal: this.#closing.signal, headers, user };
    const text = await client.get(service, client.addressOf(service), own, (answer) => {
      if (answer.status !== 200) throw new Error(`discovery answered ${answer.status}`);
      return answerText(answer.body, largestDocument);
    });
    const { group, version } = groupVersionOf(service);
    return new Map([[`${group}/${version}`, await this.#read(text, readResourceList)]]);
  }
}

const isAggregated = (answer: Answer): boolean => /;as=APIGroupDiscoveryList/i.test(headerOf(answer, "content-type"));
