import { encode } from "cbor-x/index-no-eval";
import { gzipSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { readKubepadFile, writeKubepadFile } from "./kubepad-file.ts";
import type { World } from "./world.ts";

const object = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });

const world: World = {
  objects: [
    { ...object("a"), data: { text: "größer ☸ 𝄞 <script>" } },
    { ...object("b"), number: 9007199254740993n },
  ],
  history: [object("a"), { ...object("a"), data: {} }],
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

  it("keeps a history of one object", async () => {
    const short: World = { objects: [], history: [object("a")] };
    expect(await readKubepadFile(await writeKubepadFile(short))).toEqual({ kind: "world", world: short });
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
      file({ version: 2 }),
      "This file has version 2 of the format; this version of Kubepad reads version 1.",
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
