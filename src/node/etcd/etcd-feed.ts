import type { Follower, SharedWrite } from "../../apiserver/storage/shared/shared-database.ts";
import type { EtcdClient } from "./etcd-client.ts";
import type { WatchedEvent, WatchResponse } from "./etcd-messages.ts";
import type { MessageStream } from "./grpc-channel.ts";

/** What the feed needs of the database. */
export interface FeedSource {
  readonly client: EtcdClient;
  /** Returns the change of an event; undefined if its key is none of the store. */
  writeOf(event: WatchedEvent): SharedWrite | undefined;
  /** Returns the revision that a server compacts up to, if an event says that. */
  compactionOf(event: WatchedEvent): number | undefined;
  /** Reads everything anew, since the changes in between are compacted. */
  reload(follower: Follower): Promise<number>;
}

/** How long the feed waits before it asks again, in milliseconds. */
const shortestWaitMs = 100;
const longestWaitMs = 5000;

/**
 * Follows all keys of an etcd after a revision, so that each revision is told of; after a lost connection it goes on
 * where it was.
 */
export class EtcdFeed {
  readonly #source: FeedSource;
  readonly #follower: Follower;
  #revision: number;
  #stream: MessageStream | undefined;
  #closed = false;
  #waitMs = shortestWaitMs;
  #timer: NodeJS.Timeout | undefined;
  #parts: WatchedEvent[] = [];
  /** The last change that was told of, which a new watch begins with, so that it is known to be of the same history. */
  #last: WatchedEvent | undefined;
  #isSameHistory = true;

  constructor(source: FeedSource, revision: number, follower: Follower) {
    this.#source = source;
    this.#revision = revision;
    this.#follower = follower;
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#stream?.close();
  }

  #open(): void {
    if (this.#closed) return;
    this.#parts = [];
    this.#isSameHistory = this.#last === undefined;
    const all = "\0";
    let isCompacted = false;
    const stream = this.#source.client.watch(
      { key: all, end: all, startRevision: this.#revision + (this.#last === undefined ? 1 : 0) },
      {
        answer: (response) => {
          isCompacted ||= response.compactRevision > this.#revision;
          this.#take(response, stream);
        },
        end: (error) => void (isCompacted ? this.#reload() : this.#again(error)),
      },
    );
    this.#stream = stream;
  }

  #take({ created, canceled, fragment, events }: WatchResponse, stream: MessageStream): void {
    if (canceled) return stream.close();
    this.#waitMs = shortestWaitMs;
    if (created) this.#follower.changed(this.#revision, []);
    this.#parts.push(...events);
    if (fragment || this.#parts.length === 0) return;
    const told = this.#parts;
    this.#parts = [];
    const whole = this.#isSameHistory ? told : this.#newOf(told);
    if (whole.length === 0) return;
    const writes = whole.map((event) => this.#source.writeOf(event)).filter((write) => write !== undefined);
    this.#noteLast(whole.at(-1));
    this.#follower.changed(this.#revision, writes);
    for (const event of whole) this.#follower.compacted(this.#source.compactionOf(event) ?? 0);
  }

  #noteLast(last: WatchedEvent | undefined): void {
    if (last === undefined) return;
    this.#revision = last.kv.modRevision;
    // a copy, so that it does not keep the whole message
    this.#last = { ...last, kv: { ...last.kv, value: Buffer.from(last.kv.value) } };
  }

  /**
   * Returns the changes after the last one, with which a watch begins as long as it is not compacted. That it is
   * another one now is how a restored etcd is known which has more revisions by now than before.
   */
  #newOf(told: readonly WatchedEvent[]): readonly WatchedEvent[] {
    this.#isSameHistory = true;
    const last = this.#last;
    const known = told.filter(({ kv }) => kv.modRevision === last?.kv.modRevision);
    if (last !== undefined && known.length > 0 && !known.some((event) => isSame(event, last))) {
      this.#source.client.noteRestored(`revision ${this.#revision} of etcd is not what it was`);
      return [];
    }
    return told.slice(known.length);
  }

  async #reload(): Promise<void> {
    try {
      this.#revision = await this.#source.reload(this.#follower);
      this.#last = undefined;
      this.#open();
    } catch (error) {
      this.#again(error);
    }
  }

  #again(error: unknown): void {
    if (this.#closed) return;
    this.#follower.failed(error);
    this.#timer = setTimeout(() => this.#open(), this.#waitMs);
    this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2);
  }
}

const isSame = (one: WatchedEvent, other: WatchedEvent): boolean =>
  one.deleted === other.deleted &&
  one.kv.key === other.kv.key &&
  one.kv.version === other.kv.version &&
  Buffer.compare(one.kv.value, other.kv.value) === 0;
