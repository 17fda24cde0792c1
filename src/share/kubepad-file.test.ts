import { isDeepStrictEqual } from "node:util";
import { encode } from "cbor-x/index-no-eval";
import { gunzipSync, gzipSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { Seeded } from "../apiserver/storage/testing/seeded.ts";
import { PieceWriter } from "../component-base/piece-file.ts";
import { readKubepadFile, writeKubepadFile, type KubepadFile } from "./kubepad-file.ts";
import { oldExport, oldFile, worldOfOldFile } from "./testing/old-files.ts";
import { UnreadableWorldError, type World } from "./world.ts";

const object = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });

const world: World = {
  objects: [
    { ...object("a"), data: { text: "größer ☸ 𝄞 <script>" } },
    { ...object("b"), number: 9007199254740993n },
  ],
  versions: {
    compacted: 3,
    versions: [
      { key: "/registry/configmaps/default/a", revision: 2, text: '"metadata":{"name":"a"}}' },
      { key: "/registry/configmaps/default/a", revision: 7, text: null },
      { key: "/registry/configmaps/default/b", revision: 5, text: '"metadata":{"name":"b"}}' },
    ],
  },
  settings: { emulatedVersion: "1.33" },
  identity: { user: "jane", groups: [] },
  requests: [{ method: "GET", target: "/version", type: "application/json", body: "" }],
  view: { address: "#/cel", state: { cel: { expression: "true" } } },
};

const packed = (content: unknown): Uint8Array => gzipSync(new Uint8Array(encode(content)));
const file = (parts: object): Uint8Array => packed({ format: "kubepad", version: 1, objects: [], ...parts });

describe("a file", () => {
  it("gives back what was written", async () => {
    expect(await readKubepadFile(await writeKubepadFile(world))).toEqual({ kind: "world", world });
  });

  it("of version 1 is read as it was written", async () => {
    expect(await readKubepadFile(oldFile)).toEqual({ kind: "world", world: worldOfOldFile });
  });

  it("tells how far it is written and read, and stops where that is asked for", async () => {
    const objects = Array.from({ length: 3_000 }, (_, i) => ({
      ...object(`o${i}`),
      data: { text: `${i}`.repeat(50) },
    }));
    const written: number[] = [];
    const read: number[] = [];
    const bytes = await writeKubepadFile({ objects }, { onProgress: ({ done, total }) => written.push(done / total) });
    await readKubepadFile(bytes, { onProgress: ({ done, total }) => read.push(done / total) });
    for (const shares of [written, read]) {
      expect(shares.length).toBeGreaterThan(2);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
    }
    const control = new AbortController();
    const stop = { signal: control.signal, onProgress: () => control.abort() };
    await expect(writeKubepadFile({ objects }, stop)).rejects.toMatchObject({ name: "AbortError" });
    await expect(readKubepadFile(bytes, stop)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("may hold objects only", async () => {
    const objects = Array.from({ length: 3_000 }, (_, i) => object(`o${i}`));
    expect(await readKubepadFile(await writeKubepadFile({ objects }))).toEqual({ kind: "world", world: { objects } });
  });

  it("may be an export of a whole store, of any version", async () => {
    const objects = [{ key: "/registry/configmaps/default/a", text: "{}" }];
    expect(await readKubepadFile(packed({ format: "kubepad-export", version: 2, objects }))).toEqual({
      kind: "export",
      objects: 1,
    });
    expect(await readKubepadFile(oldExport)).toEqual({ kind: "export", objects: 1 });
    expect(await readKubepadFile(gzipSync(strToU8('{"format":"kubepad-export/1","objects":[]}')))).toEqual({
      kind: "export",
      objects: 0,
    });
  });
});

describe("a file is refused in a sentence", () => {
  const ours = "This is not a file that Kubepad wrote";
  it.each([
    ["nothing", new Uint8Array(), ours],
    ["an image", Uint8Array.of(0x89, 0x50, 0x4e, 0x47), ours],
    ["damaged gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), ours],
    ["a truncated file", file({ objects: [JSON.stringify(object("a"))] }).subarray(0, 50), ours],
    ["10 MB of something", new Uint8Array(10_000_000).fill(0x81), ours],
    ["other CBOR", packed({ format: "other" }), ours],
    ["a list", packed([1]), ours],
    [
      "a newer version",
      file({ version: 9 }),
      "This file has version 9 of the format; this version of Kubepad reads version 2 and older.",
    ],
    ["a version that is no number", file({ version: "2" }), ours],
    ["objects that are no list", file({ objects: "a" }), ours],
    ["objects that are no texts", file({ objects: [{}] }), ours],
    ["an object that is none", file({ objects: ['{"kind":"Pod"}'] }), "something that is not a Kubernetes object"],
    ["an object that is not JSON", file({ objects: ["{"] }), ours],
    ["an earlier state that is none", file({ history: ["{}"] }), "something that is not a Kubernetes object"],
    ["deep nesting", file({ objects: ["[".repeat(5_000) + "]".repeat(5_000)] }), "nested more than 200 levels"],
    ["nesting in CBOR", gzipSync(new Uint8Array(1_000_000).fill(0x81)), ours],
    [
      "a global to construct",
      gzipSync(Uint8Array.of(0xd8, 27, 0x82, 0x66, 0x57, 0x6f, 0x72, 0x6b, 0x65, 0x72, 0x60)),
      ours,
    ],
  ])("for %s", async (_, bytes, sentence) => {
    const reading = readKubepadFile(bytes);
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.toMatchObject({ name: "UnreadableWorldError" });
  });
});

const pieces = async (...items: readonly unknown[]): Promise<Uint8Array> => {
  const writer = await PieceWriter.open();
  for (const item of items) await writer.add(item);
  return writer.finish();
};
const header = (rows: number, more = {}): object => ({ format: "kubepad", version: 2, rows, ...more });
const a = "/registry/configmaps/default/a";

describe("a file of version 2 is refused in a sentence", () => {
  const ours = "This is not a file that Kubepad wrote";
  it.each<[string, readonly unknown[], string]>([
    ["no header", [[["{}"]], { end: 1, compacted: 0 }], ours],
    ["another format", [header(0, { format: "other" }), { end: 0, compacted: 0 }], ours],
    ["a newer version", [header(0, { version: 3 })], "This file has version 3 of the format"],
    ["an end that is missing", [header(1), [["{}"]]], ours],
    ["fewer rows than announced", [header(2), [["{}"]], { end: 2, compacted: 0 }], ours],
    ["more rows than announced", [header(1), [["{}"], ["{}"]], { end: 1, compacted: 0 }], ours],
    ["too many rows", [header(1e15)], "it unpacks to more than 512 MB"],
    ["something behind the end", [header(0), { end: 0, compacted: 0 }, []], ours],
    ["rows that are none", [header(1), [{}], { end: 1, compacted: 0 }], ours],
    ["a row of two", [header(1), [[a, 1]], { end: 1, compacted: 0 }], ours],
    ["an object that is no text", [header(1), [[1]], { end: 1, compacted: 0 }], ours],
    ["an object that is none", [header(1), [['{"kind":"Pod"}']], { end: 1, compacted: 0 }], "not a Kubernetes object"],
    ["parts that are no text", [header(0, { parts: {} }), { end: 0, compacted: 0 }], ours],
    [
      "parts of another form",
      [header(0, { parts: '{"settings":1}' }), { end: 0, compacted: 0 }],
      'The part "settings"',
    ],
    ["a key that is none", [header(1), [["a", 1, "{}"]], { end: 1, compacted: 0 }], ours],
    ["a revision that is none", [header(1), [[a, 0, "{}"]], { end: 1, compacted: 0 }], ours],
    ["a revision that leaves no room", [header(1), [[a, 2 ** 52, "{}"]], { end: 1, compacted: 0 }], ours],
    ["a text that is none", [header(1), [[a, 1, 7]], { end: 1, compacted: 0 }], ours],
    [
      "a revision twice",
      [
        header(2),
        [
          [a, 1, "{}"],
          [`${a}b`, 1, "{}"],
        ],
        { end: 2, compacted: 0 },
      ],
      ours,
    ],
    [
      "versions in another order",
      [
        header(2),
        [
          [a, 2, "{}"],
          [a, 1, "{}"],
        ],
        { end: 2, compacted: 0 },
      ],
      ours,
    ],
    [
      "a key in two places",
      [
        header(3),
        [
          [a, 1, "{}"],
          [`${a}b`, 2, "{}"],
          [a, 3, "{}"],
        ],
        { end: 3, compacted: 0 },
      ],
      ours,
    ],
  ])("for %s", async (_, items, sentence) => {
    const reading = readKubepadFile(await pieces(...items));
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.toMatchObject({ name: "UnreadableWorldError" });
  });
});

describe("a damaged file", () => {
  const count = 400;
  const text = (i: number): string => `"metadata":{"name":"o${i}","uid":"${(i * 7919) % 10_007}"}}`;
  const large: World = {
    ...world,
    objects: Array.from({ length: count }, (_, i) => ({ ...object(`o${i}`), data: { i: `${(i * 31) % 97}` } })),
    versions: {
      compacted: 3,
      versions: Array.from({ length: count }, (_, i) => ({
        key: `/registry/configmaps/default/o${i}`,
        revision: i + 4,
        text: text(i),
      })),
    },
  };

  /** Reads a file that may be damaged. It is to be refused with a sentence, or `isWhole`. */
  async function outcomeOf(bytes: Uint8Array, isWhole: (file: KubepadFile) => boolean) {
    try {
      return isWhole(await readKubepadFile(bytes)) ? "whole" : "less";
    } catch (error) {
      if (!(error instanceof UnreadableWorldError)) throw error;
      return /^This .*\.$/.test(error.message) ? "refused" : error.message;
    }
  }

  it("is refused or whole, wherever it is cut off, flipped, or has something else", async () => {
    const seeded = new Seeded(31);
    const below = (most: number): number => seeded.below(most);
    const bytes = await writeKubepadFile(large);
    const whole = await readKubepadFile(bytes);
    const damages: readonly ((file: Uint8Array) => Uint8Array)[] = [
      (file) => file.slice(0, below(file.length)),
      (file) => file.with(below(file.length), below(256)),
      (file) => file.fill(below(256), below(file.length), below(file.length)),
      (file) => Uint8Array.of(...file.slice(0, below(file.length)), ...file.slice(below(file.length))),
      (file) => Uint8Array.of(...file, ...file.slice(0, below(50))),
    ];
    const outcomes: string[] = [];
    for (let round = 0; round < 400; round++) {
      const damage = damages[round % damages.length] ?? ((file) => file);
      outcomes.push(await outcomeOf(damage(bytes.slice()), (file) => isDeepStrictEqual(file, whole)));
    }
    expect(new Set(outcomes)).toEqual(new Set(["refused", "whole"]));
    expect(outcomes.filter((outcome) => outcome === "refused").length).toBeGreaterThan(250);
  });

  it("is refused or read as it says where what was packed is damaged", async () => {
    const seeded = new Seeded(7);
    const plain = gunzipSync(await writeKubepadFile(large));
    const hasAll = (file: KubepadFile): boolean =>
      file.kind === "world" && file.world.objects.length === count && file.world.versions?.versions.length === count;
    const outcomes = new Set<string>();
    for (let round = 0; round < 200; round++) {
      const place = seeded.below(plain.length);
      const content = round % 2 === 0 ? plain.with(place, seeded.below(256)) : plain.slice(0, place);
      outcomes.add(await outcomeOf(gzipSync(content, { level: 1 }), hasAll));
    }
    expect(outcomes).toEqual(new Set(["refused", "whole"]));
  });
});
