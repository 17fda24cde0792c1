import { describe, expect, it } from "vitest";
import {
  textForm,
  type BackendObject,
  type BackendWrite,
  type LoggedBatch,
} from "../../apiserver/storage/backend/backend.ts";
import { encodeRecord, type FileRecord } from "./file-format.ts";
import { readBatch, readSegment } from "./logged-writes.ts";

const headerBytes = 24;

function recordOf(revision: number, value: unknown): FileRecord {
  const payload = encodeRecord(revision, value).subarray(headerBytes);
  return { offset: 0, revision, payload, digest: 0 };
}

const plain = (writes: readonly BackendWrite[]): readonly BackendWrite[] =>
  writes.map(({ key, revision, text }) => ({ key, revision, text }));

const put = (key: string, revision: number, text: string | null): BackendWrite => ({ key, revision, text });

const lists: readonly (readonly [string, readonly BackendWrite[]])[] = [
  ["none", []],
  ["one", [put("/a", 7, '{"x":1}')]],
  ["several, with deletions", [put("/a", 5, "1"), put("/b", 6, null), put("/c", 7, "{}"), put("/d", 8, null)]],
  [
    "texts that look like the next write",
    [put("/a", 1, '"},{"key":"/b","revision":2,"text":"'), put("/b", 2, "\\"), put("/c", 3, '\\"')],
  ],
  ["texts beyond ASCII", [put("/a", 1, "häuser € \u{1f600} \u2028"), put("/b", 2, "\u0000\n")]],
  ["keys with escapes", [put('/a"\\', 1, "x"), put("/é", 2, "y")]],
  ["empty texts", [put("/a", 1, ""), put("/b", 2, "")]],
];

describe.each(lists)("writes of a record: %s", (_, writes) => {
  it("are those of a group commit", () => {
    const batch = { at: 1_700_000_000_000, writes };
    const read = readBatch(recordOf(writes.at(-1)?.revision ?? 0, batch)) as LoggedBatch;
    expect({ ...read, writes: plain(read.writes) }).toEqual(batch);
    expect(JSON.parse(JSON.stringify(read))).toEqual(batch);
  });

  it("are those of a group commit whose record does not tell its revision", () => {
    const read = readBatch({ ...recordOf(0, { at: 5, writes }), revision: undefined }) as LoggedBatch;
    expect(plain(read.writes)).toEqual(writes);
  });

  it("are those of a segment", () => {
    const objects = writes.filter(({ text }) => text !== null);
    expect(plain(readSegment(recordOf(9, objects), false) as BackendObject[])).toEqual(objects);
  });
});

it("tells the size of a text that it has not decoded, and none of a deletion", () => {
  const writes = [put("/a", 1, "abc"), put("/b", 2, null)];
  const read = readBatch(recordOf(2, { at: 1, writes })) as { writes: BackendObject[] };
  expect(read.writes.map((write) => write.size)).toEqual([3, undefined]);
});

it.each([
  ["members in another order", [{ revision: 1, key: "/a", text: "x" }]],
  ["other members", [{ key: "/a", revision: 1, text: "x", more: true }]],
  ["a text that is no string", [{ key: "/a", revision: 1, text: 5 }]],
  ["no objects", [1, 2]],
])("reads what another program may have written as it is: %s", (_, value) => {
  expect(readSegment(recordOf(1, value), true)).toEqual(value);
  expect(readBatch(recordOf(1, { at: 1, writes: value }))).toEqual({ at: 1, writes: value });
});

it("reads group commits without a time, and what is no group commit", () => {
  const writes = [put("/a", 1, "x")];
  expect(readBatch(recordOf(1, { writes }))).toEqual({ writes });
  expect(readBatch(recordOf(1, writes))).toEqual(writes);
});

it.each([
  [textForm, true],
  [textForm + 1, false],
  [undefined, false],
])("tells of texts of the form %s whether they are those that codecs write now: %s", (form, isOwn) => {
  const writes = [put("/a", 1, "x"), put("/b", 2, null), put("/c", 3, "y")];
  const read = readBatch(recordOf(3, { at: 12, form, writes })) as { at: number; writes: BackendObject[] };
  expect(read.at).toBe(12);
  expect(plain(read.writes)).toEqual(writes);
  expect(read.writes.map((write) => write.isOwn)).toEqual([isOwn, undefined, isOwn]);
});
