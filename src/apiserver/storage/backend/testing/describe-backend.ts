import { afterEach, describe, expect, it } from "vitest";
import {
  segmentSize,
  type Backend,
  type BackendObject,
  type BackendSegment,
  type BackendWrite,
  type LoggedBatch,
} from "../backend.ts";
import { BackendError } from "../backend-error.ts";

/** A medium of one kind of backend. Every opening uses the same data. */
export interface BackendMedium {
  open(): Promise<Backend>;
  /** Deletes the data. */
  remove?(): Promise<void>;
}

const put = (key: string, revision: number, text = `text of ${key} at ${revision}`): BackendObject => ({
  key,
  revision,
  text,
});
const remove = (key: string, revision: number): BackendWrite => ({ key, revision, text: null });

/** What was written, with texts that may have to be decoded first. */
const plain = <W extends BackendWrite>(writes: readonly W[]): Pick<W, "key" | "revision" | "text">[] =>
  writes.map(({ key, revision, text }) => ({ key, revision, text }));

const byKey = (a: BackendWrite, b: BackendWrite): number => (a.key < b.key ? -1 : 1);

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (err: unknown) => err,
  );
  return error instanceof BackendError ? error.code : error;
}

function* inSegments(objects: readonly BackendObject[]): IterableIterator<BackendSegment> {
  for (let at = 0; at < objects.length; at += segmentSize) yield objects.slice(at, at + segmentSize);
}

async function historyOf(backend: Backend) {
  const history = backend.history();
  const batches: LoggedBatch[] = [];
  const objects: BackendObject[] = [];
  for await (const portion of history.batches())
    for (const batch of portion) batches.push({ ...batch, writes: plain(batch.writes) });
  for await (const portion of history.objects()) objects.push(...plain(portion));
  return { batches, objects: objects.sort(byKey) };
}

/** Defines the conformance tests of backends. */
export function describeBackend(name: string, createMedium: () => BackendMedium): void {
  describe(`the ${name} backend`, () => {
    const opened: Backend[] = [];
    const media: BackendMedium[] = [];

    const newMedium = () => {
      const medium = createMedium();
      media.push(medium);
      return async () => {
        const backend = await medium.open();
        opened.push(backend);
        return { backend, state: await backend.load() };
      };
    };

    afterEach(async () => {
      for (const backend of opened.splice(0)) await backend.close();
      for (const medium of media.splice(0)) await medium.remove?.();
    });

    it("begins with nothing", async () => {
      const { state } = await newMedium()();
      expect(state.objects).toEqual([]);
      expect(state.revision).toBe(0);
      expect(state.compacted).toBe(0);
    });

    it("gives back the newest version of every key", async () => {
      const open = newMedium();
      const { backend } = await open();
      await backend.append({ revision: 3, writes: [put("/a", 1), put("/b", 2), put("/c", 3)] });
      await backend.append({ revision: 5, writes: [put("/b", 4), remove("/a", 5)] });
      await backend.close();
      const { state } = await open();
      expect(plain(state.objects).sort(byKey)).toEqual([put("/b", 4), put("/c", 3)]);
    });

    it("keeps texts as they are, whatever is in them", async () => {
      const open = newMedium();
      const { backend } = await open();
      const texts = ["", "\n", "\u0000", "ä𝄞\ud800", "x".repeat(100_000), '"}\r\n'];
      await backend.append({ revision: texts.length, writes: texts.map((text, at) => put(`/${at}`, at + 1, text)) });
      await backend.close();
      const { state } = await open();
      expect(
        plain(state.objects)
          .sort(byKey)
          .map(({ text }) => text),
      ).toEqual(texts);
    });

    it("goes on from the last revision, and raises the epoch with each opening", async () => {
      const open = newMedium();
      const first = await open();
      await first.backend.append({ revision: 7, writes: [put("/a", 7)] });
      await first.backend.close();
      const second = await open();
      expect(second.state.revision).toBe(7);
      expect(second.state.epoch).toBeGreaterThan(first.state.epoch);
      await second.backend.close();
      const third = await open();
      expect(third.state.revision).toBe(7);
      expect(third.state.epoch).toBeGreaterThan(second.state.epoch);
    });

    it("stores a compaction, with writes or without", async () => {
      const open = newMedium();
      const { backend } = await open();
      await backend.append({ revision: 3, compact: 2, writes: [put("/a", 3)] });
      await backend.close();
      const second = await open();
      expect(second.state.compacted).toBe(2);
      await second.backend.append({ revision: 3, compact: 3, writes: [] });
      await second.backend.close();
      expect((await open()).state).toMatchObject({ revision: 3, compacted: 3 });
    });

    it("tells what led to the newest state, across checkpoints and openings", async () => {
      const open = newMedium();
      const { backend } = await open();
      await backend.append({ revision: 2, at: 1000, writes: [put("/a", 1), put("/b", 2)] });
      await backend.checkpoint({ revision: 2, compacted: 0, segments: [[put("/a", 1), put("/b", 2)]] });
      await backend.append({ revision: 3, at: 2000, writes: [remove("/a", 3)] });
      await backend.close();
      const second = await open();
      await second.backend.append({ revision: 4, at: 3000, writes: [put("/a", 4)] });
      await second.backend.checkpoint({ revision: 4, compacted: 0, segments: [[put("/a", 4), put("/b", 2)]] });
      await second.backend.close();
      const third = await open();
      expect(plain(third.state.objects).sort(byKey)).toEqual([put("/a", 4), put("/b", 2)]);
      expect(await historyOf(third.backend)).toEqual({
        objects: [],
        batches: [
          { at: 1000, writes: [put("/a", 1), put("/b", 2)] },
          { at: 2000, writes: [remove("/a", 3)] },
          { at: 3000, writes: [put("/a", 4)] },
        ],
      });
    });

    it("forgets what is compacted, and keeps the state that history starts from", async () => {
      const open = newMedium();
      const { backend } = await open();
      const objects: BackendObject[] = [];
      for (let revision = 1; revision <= 9; revision++) {
        const object = put(`/${revision}`, revision);
        objects.push(object);
        await backend.append({ revision, writes: [object] });
        const compacted = Math.max(0, revision - 4);
        if (revision % 2 === 0) await backend.checkpoint({ revision, compacted, segments: [[...objects]] });
      }
      await backend.close();
      const { backend: again, state } = await open();
      expect(state).toMatchObject({ revision: 9, compacted: 4 });
      expect(plain(state.objects).sort(byKey)).toEqual(objects);
      const history = await historyOf(again);
      expect(history.objects).toEqual(objects.slice(0, 4));
      expect(history.batches.flatMap(({ writes }) => writes)).toEqual(objects.slice(4));
    });

    it("replaces the log by a checkpoint, with appends going on meanwhile", async () => {
      const open = newMedium();
      const { backend } = await open();
      const objects = Array.from({ length: 2 * segmentSize + 7 }, (_, at) =>
        put(`/${String(at).padStart(5, "0")}`, at + 1),
      );
      const last = objects.length;
      await backend.append({ revision: last, writes: objects });
      const running = backend.checkpoint({ revision: last, compacted: last, segments: inSegments(objects) });
      await backend.append({ revision: last + 2, writes: [remove("/00000", last + 1), put("/new", last + 2)] });
      await running;
      await backend.append({ revision: last + 3, writes: [put("/newer", last + 3)] });
      await backend.close();
      const { backend: again, state } = await open();
      expect(plain(state.objects).sort(byKey)).toEqual([
        ...objects.slice(1),
        put("/new", last + 2),
        put("/newer", last + 3),
      ]);
      await again.checkpoint({
        revision: last + 3,
        compacted: last,
        segments: inSegments(plain(state.objects).sort(byKey)),
      });
      await again.close();
      expect(plain((await open()).state.objects).sort(byKey)).toEqual(plain(state.objects).sort(byKey));
    });

    it("ignores a checkpoint that was not finished", async () => {
      const open = newMedium();
      const { backend } = await open();
      await backend.append({ revision: 1, writes: [put("/a", 1)] });
      const broken = function* (): IterableIterator<BackendSegment> {
        yield [put("/wrong", 1)];
        throw new Error("the worker was killed");
      };
      // A backend that does not use checkpoints never reads the segments, so it does not fail.
      const failure = await backend
        .checkpoint({ revision: 1, compacted: 0, segments: broken() })
        .catch((err: unknown) => String(err));
      expect(failure ?? "killed").toContain("killed");
      await backend.append({ revision: 2, writes: [put("/b", 2)] });
      await backend.close();
      const { state } = await open();
      expect(plain(state.objects).sort(byKey)).toEqual([put("/a", 1), put("/b", 2)]);
    });

    it("refuses writes of a leader that another one has followed", async () => {
      const open = newMedium();
      const { backend: frozen } = await open();
      await frozen.append({ revision: 1, writes: [put("/a", 1)] });
      const { backend: leader, state } = await open();
      expect(plain(state.objects)).toEqual([put("/a", 1)]);
      expect(await codeOf(frozen.append({ revision: 2, writes: [put("/a", 2)] }))).toBe("EpochChanged");
      expect(await codeOf(frozen.checkpoint({ revision: 1, compacted: 0, segments: [] }))).toBe("EpochChanged");
      await leader.append({ revision: state.revision + 1, writes: [put("/b", state.revision + 1)] });
      expect(await codeOf(frozen.append({ revision: 2, writes: [remove("/b", 2)] }))).toBe("EpochChanged");
      await leader.close();
      await frozen.close();
      expect(plain((await open()).state.objects).sort(byKey)).toEqual([put("/a", 1), put("/b", state.revision + 1)]);
    });

    it("says that it was closed", async () => {
      const { backend } = await newMedium()();
      await backend.close();
      expect(await codeOf(backend.append({ revision: 1, writes: [put("/a", 1)] }))).toBe("Closed");
    });
  });
}
