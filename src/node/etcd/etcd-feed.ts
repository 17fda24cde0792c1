import type { Follower, SharedWrite } from "../../apiserver/storage/shared/shared-database.ts";
import type { EtcdClient } from "./etcd-client.ts";
import type { WatchedEvent, WatchResponse } from "./etcd-messages.ts";
import type { MessageStream } from "./grpc-channel.ts";

/** What the feed needs of the database. */
export interface FeedSource {
  readonly client: Pick<EtcdClient, "watch" | "noteRestored">;
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
  /**
   * The changes of the last revision that was told of, with which a new watch begins, so that it is known to be of the
   * same history; none if there was no revision yet.
   */
  #last: readonly WatchedEvent[] = [];
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
    this.#isSameHistory = this.#last.length === 0;
    const all = "\0";
    let isCompacted = false;
    const stream = this.#source.client.watch(
      { key: all, end: all, startRevision: this.#revision + (this.#isSameHistory ? 1 : 0) },
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
    this.#noteLast(whole);
    this.#follower.changed(this.#revision, writes);
    for (const event of whole) this.#follower.compacted(this.#source.compactionOf(event) ?? 0);
  }

  #noteLast(whole: readonly WatchedEvent[]): void {
    this.#revision = whole.at(-1)?.kv.modRevision ?? this.#revision;
    // copies, so that they do not keep the whole message
    this.#last = this.#ofLastRevision(whole).map(({ deleted, kv }) => ({
      deleted,
      kv: { ...kv, value: Buffer.from(kv.value) },
    }));
  }

  #ofLastRevision(events: readonly WatchedEvent[]): readonly WatchedEvent[] {
    return events.filter(({ kv }) => kv.modRevision === this.#revision);
  }

  /**
   * Returns the changes after the last revision, with whose changes a watch begins, as far as they are not compacted:
   * deletions are taken away then. That there are others now is how a restored etcd is known which has more revisions
   * by now than before.
   */
  #newOf(told: readonly WatchedEvent[]): readonly WatchedEvent[] {
    this.#isSameHistory = true;
    const known = this.#ofLastRevision(told);
    const before = new Map(this.#last.map((event) => [event.kv.key, event]));
    if (known.some((event) => !isSame(event, before.get(event.kv.key)))) {
      this.#source.client.noteRestored(`revision ${this.#revision} of etcd is not what it was`);
      return [];
    }
    return told.slice(known.length);
  }

  async #reload(): Promise<void> {
    try {
      this.#revision = await this.#source.reload(this.#follower);
      this.#last = [];
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

const isSame = (one: WatchedEvent, other: WatchedEvent | undefined): boolean =>
  one.deleted === other?.deleted &&
  one.kv.version === other.kv.version &&
  Buffer.compare(one.kv.value, other.kv.value) === 0;
