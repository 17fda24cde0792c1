import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ignore } from "../../component-base/ignore.ts";
import type { WatchReader } from "./etcd-client.ts";
import { EtcdFeed } from "./etcd-feed.ts";
import type { WatchedEvent } from "./etcd-messages.ts";
import { GrpcError } from "./grpc-error.ts";

const lost = new GrpcError(14, "connection lost");

function event(key: string, modRevision: number, value?: string): WatchedEvent {
  const kv = { key, modRevision, createRevision: 1, version: value === undefined ? 0 : 1, lease: 0n };
  return { deleted: value === undefined, kv: { ...kv, value: Buffer.from(value ?? "") } };
}

/** A feed after revision 5 of an etcd that a test stands for. */
function follow() {
  const [readers, restored, keys]: [WatchReader[], string[], string[]] = [[], [], []];
  const watch = (_: unknown, reader: WatchReader) => {
    readers.push(reader);
    return { send: ignore, close: ignore };
  };
  const noteRestored = (what: string): GrpcError => {
    restored.push(what);
    return lost;
  };
  const feed = new EtcdFeed(
    {
      client: { watch, noteRestored },
      writeOf: ({ kv }) => void keys.push(`${kv.key}${kv.modRevision}`),
      compactionOf: () => undefined,
      reload: () => Promise.reject(lost),
    },
    5,
    { changed: ignore, restarted: ignore, compacted: ignore, failed: ignore },
  );
  const tell = (...events: readonly WatchedEvent[]): void => {
    const answer = { created: false, canceled: false, cancelReason: "", compactRevision: 0, fragment: false };
    readers.at(-1)?.answer({ ...answer, revision: 0, cluster: 1, events });
  };
  const connectAgain = (): void => {
    readers.at(-1)?.end(lost);
    vi.runAllTimers();
  };
  return { feed, keys, restored, tell, connectAgain };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["what it had", [event("a", 6, "1"), event("b", 6), event("c", 6)]],
  ["what a compaction left of its deletions", [event("a", 6, "1"), event("b", 6)]],
  ["what a compaction left of it", [event("a", 6, "1")]],
  ["nothing that a compaction left", []],
])("goes on after the last revision if that has %s", (_, left) => {
  const { feed, keys, restored, tell, connectAgain } = follow();
  tell(event("a", 6, "1"), event("b", 6), event("c", 6));
  connectAgain();
  tell(...left, event("d", 7, "1"));
  expect(restored).toEqual([]);
  expect(keys).toEqual(["a6", "b6", "c6", "d7"]);
  feed.close();
});

it.each([
  ["another key", [event("d", 6, "1")]],
  ["another value", [event("a", 6, "2")]],
  ["a change besides what it had", [event("a", 6, "1"), event("d", 6)]],
])("tells that etcd was restored if the last revision has %s", (_, other) => {
  const { feed, keys, restored, tell, connectAgain } = follow();
  tell(event("a", 6, "1"));
  connectAgain();
  tell(...other, event("e", 7, "1"));
  expect(restored).toEqual(["revision 6 of etcd is not what it was"]);
  expect(keys).toEqual(["a6"]);
  feed.close();
});
