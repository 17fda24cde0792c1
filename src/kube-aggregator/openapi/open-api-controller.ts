import type { Clock } from "../../apimachinery/clock.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { Pace } from "../../apiserver/endpoints/openapi/pace.ts";
import type { ObjectLister } from "../../apiserver/registry/object-lister.ts";
import { answerText } from "../../client/answer-text.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { parseLongJson } from "../../component-base/long-json.ts";
import { inSlices, Work } from "../../component-base/work.ts";
import { isAvailable, type ApiService } from "../api-service.ts";
import { discoveryPath } from "../availability.ts";
import { aggregatorUser, headerOf, type ExtensionClient } from "../extension-client.ts";
import { convertSwagger } from "./convert-swagger.ts";
import { swaggerOf, type Swagger } from "./swagger.ts";

/** What the extension server of an APIService says of its documents; while it does not answer, what it has said. */
export interface RemoteDocuments {
  readonly name: string;
  readonly service: ApiService;
  /** What its v2 document has of the group version; undefined if it has never answered. */
  readonly swagger: Swagger | undefined;
  readonly etag: string;
  /** The URLs of its v3 documents by name; undefined if it has none. */
  readonly v3: ReadonlyMap<string, string> | undefined;
  /** The v3 document that its v2 document was converted to, if it has no v3 documents. */
  readonly converted: string | undefined;
}

/** The dependencies of the controller. */
export interface OpenApiOptions {
  readonly lister: ObjectLister<ApiService>;
  readonly client: ExtensionClient;
  readonly clock: Clock;
}

const firstMs = 1000;
const everyMs = 60_000;
const retries = { baseDelayMs: 60_000, maxDelayMs: 3_600_000 };
const patienceMs = 60_000;
const largestDocument = 32_000_000;
/** The index is merged with that of other servers whenever a client asks for it. */
const largestIndex = 1_000_000;

/** Who asks for documents (aggregator.aggregatorUser). */
const user = { ...aggregatorUser, name: "system:aggregator", groups: [] };

/**
 * Asks the extension servers for their OpenAPI documents: a second after an APIService has come, when it changes, and
 * every minute; one that fails, later and later (the AggregationControllers of openapi and openapiv3).
 */
export class OpenApiController {
  readonly #options: OpenApiOptions;
  readonly #queue: WorkQueue;
  readonly #found = new Map<string, RemoteDocuments>();
  readonly #closing = new AbortController();
  readonly #turns = new Turns();
  #changes = 0;

  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({
      clock: options.clock,
      workers: 2,
      ...retries,
      process: (name) => this.#sync(name),
    });
  }

  /** How often what extension servers say has changed. */
  get changes(): number {
    return this.#changes;
  }

  start(): void {
    const { lister } = this.#options;
    lister.listen((name, service, old) => {
      if (service?.spec.service !== undefined) this.#mark(name, old?.spec.service === undefined);
      else if (this.#found.delete(name)) this.#changes++;
    });
    for (const { metadata, spec } of lister.all())
      if (spec.service !== undefined) this.#mark(metadata.name ?? "", true);
  }

  /** Returns what is known of each APIService, by its name. */
  all(): ReadonlyMap<string, RemoteDocuments> {
    return this.#found;
  }

  /** Asks again, since what answers for an APIService has changed. */
  check(name: string): void {
    this.#mark(name, false);
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  close(): void {
    this.#closing.abort();
    this.#queue.close();
  }

  #mark(name: string, isNew: boolean): void {
    if (isNew) this.#queue.addAfter(name, firstMs);
    else this.#queue.add(name);
  }

  async #sync(name: string): Promise<void> {
    const service = this.#options.lister.get(name);
    if (service?.spec.service === undefined) return;
    if (!isAvailable(service)) throw new Error("service unavailable");
    const before = this.#found.get(name);
    const v3 = before !== undefined && before.v3 === undefined ? undefined : await this.#fetchIndex(service);
    const v2 = await this.#fetchSwagger(service, before, v3 === undefined);
    if (this.#closing.signal.aborted || this.#options.lister.get(name)?.spec.service === undefined) return;
    this.#found.set(name, { name, service, v3, ...v2 });
    if (before?.swagger !== v2.swagger) this.#changes++;
    this.#queue.addAfter(name, everyMs);
  }

  /** Returns the index of v3 documents; undefined if the server has none. */
  #fetchIndex(service: ApiService): Promise<ReadonlyMap<string, string> | undefined> {
    return this.#get(service, "/openapi/v3", [], async ({ status, text }) => {
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`the index of documents was answered with ${status}`);
      const index = JSON.parse(await text(largestIndex)) as JsonValue;
      const paths = isObject(index) ? index["paths"] : undefined;
      return new Map(
        Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [
          path,
          String(isObject(item) ? item["serverRelativeURL"] : ""),
        ]),
      );
    });
  }

  /** Returns what the v2 document says, from memory if the server has the same. */
  #fetchSwagger(
    service: ApiService,
    before: RemoteDocuments | undefined,
    converts: boolean,
  ): Promise<Pick<RemoteDocuments, "swagger" | "etag" | "converted">> {
    const kept = { swagger: before?.swagger, etag: before?.etag ?? "", converted: before?.converted };
    const known = kept.etag === "" ? [] : [["If-None-Match", kept.etag] as const];
    return this.#get(service, "/openapi/v2", [["Accept", "application/json"], ...known], async (answer) => {
      if (answer.status === 304 || answer.status === 404) return kept;
      if (answer.status !== 200) throw new Error(`the document was answered with ${answer.status}`);
      const pace = new Pace(this.#turns);
      const document = await parsed(await answer.text(largestDocument), this.#turns);
      const swagger = await swaggerOf(document, `${discoveryPath(service)}/`, pace);
      const converted = converts ? await convertSwagger(document, pace) : undefined;
      return { swagger, etag: answer.etag, converted };
    });
  }

  #get<T>(
    service: ApiService,
    target: string,
    headers: readonly (readonly [string, string])[],
    read: (answer: { status: number; etag: string; text(most: number): Promise<string> }) => Promise<T>,
  ): Promise<T> {
    const { client } = this.#options;
    const asked = { target, ms: patienceMs, signal: this.#closing.signal, headers, user };
    return client.get(service, client.addressOf(service), asked, (answer) =>
      read({
        status: answer.status,
        etag: headerOf(answer, "etag"),
        text: (most) => answerText(answer.body, most),
      }),
    );
  }
}

/** Parses a document in pieces; throws if it is no object. */
async function parsed(text: string, turns: Turns): Promise<JsonObject> {
  const owner = { work: new Work(), turns, isLarge: true };
  const value = await inSlices(owner, () => parseLongJson(text));
  if (!isObject(value)) throw new Error("the document is no object");
  return value;
}
