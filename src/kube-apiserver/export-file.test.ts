import { encode } from "cbor-x/index-no-eval";
import { gzipSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { writeWorldFile } from "../component-base/world-file.ts";
import { readExportFile, writeExportFile } from "./export-file.ts";

const state = {
  revision: 1_204,
  objects: [
    { key: "/registry/configmaps/default/a", text: '{"metadata":{"name":"a"},"data":{"x":"größer ☸ 𝄞"}}' },
    { key: "/registry/configmaps/default/b", text: '{"metadata":{"name":"b"},"data":{"n":"9223372036854775807"}}' },
  ],
};
const packed = (content: object): Uint8Array => gzipSync(new Uint8Array(encode(content)));

describe("an export file", () => {
  it("gives back the newest state of what was written", async () => {
    const [first, second] = state.objects.map((object, i) => ({ ...object, revision: i + 3 }));
    const deleted = { key: "/registry/configmaps/default/c", revision: 9 };
    const versions = [
      { ...first, key: first?.key ?? "", revision: 1, text: "{}" },
      first,
      second,
      { ...deleted, revision: 2, text: "{}" },
      { ...deleted, text: null },
    ].flatMap((version) => version ?? []);
    const { objects } = await readExportFile(await writeExportFile({ versions, compacted: 1 }));
    expect(objects).toEqual(state.objects.map((object) => ({ ...object, unreadable: true })));
  });

  it("holds many objects", async () => {
    const objects = Array.from({ length: 5_000 }, (_, i) => ({
      key: `/registry/x/${i}`,
      text: `"metadata":{"resourceVersion":"${i}"}}`,
    }));
    const versions = objects.map((object, i) => ({ ...object, revision: i + 1 }));
    expect((await readExportFile(await writeExportFile({ versions, compacted: 5_000 }))).objects).toEqual(objects);
  });

  it.each([
    ["gzipped", (text: string) => gzipSync(strToU8(text))],
    ["plain", (text: string) => strToU8(text)],
  ])("of version 1, which was JSON, is read %s", async (_, pack) => {
    const file = pack(JSON.stringify({ format: "kubepad-export/1", ...state }));
    expect((await readExportFile(file)).objects).toEqual(state.objects);
  });

  it.each([
    ["CBOR", packed({ format: "kubepad-export", version: 3, entries: [] })],
    ["JSON", gzipSync(strToU8('{"format":"kubepad-export/3"}'))],
  ])("of a newer version is refused by the version's number (%s)", async (_, file) => {
    await expect(readExportFile(file)).rejects.toThrow(
      "This export file has version 3 of the format; this version of Kubepad reads versions 1 and 2.",
    );
  });

  it("is not a file of shared objects of today", async () => {
    const file = await writeWorldFile([], { compacted: 0 });
    await expect(readExportFile(file)).rejects.toThrow("This file is not an export of Kubepad: it contains shared");
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["an image", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ["damaged gzip", new Uint8Array([0x1f, 0x8b, 0x08, 0, 1, 2, 3])],
    ["a truncated export", packed({ format: "kubepad-export", version: 2, ...state }).subarray(0, 60)],
    ["a file of shared objects", packed({ format: "kubepad", version: 1, objects: [] })],
    ["a global to construct", new Uint8Array([0xd8, 27, 0x82, 0x66, 0x57, 0x6f, 0x72, 0x6b, 0x65, 0x72, 0x60])],
    ["a list that announces more than there is", new Uint8Array([0x9a, 0x02, 0xff, 0xff, 0xff])],
    ["other JSON", strToU8('{"kind":"List","items":[]}')],
    ["other CBOR", packed({ format: "other", version: 2, objects: [] })],
    ["a version that is no number", packed({ format: "kubepad-export", version: "2", objects: [] })],
    ["objects that are none", packed({ format: "kubepad-export", version: 2, objects: [{ key: 1, text: "{}" }] })],
  ])("is not %s", async (_, file) => {
    await expect(readExportFile(file)).rejects.toThrow("This file is not an export of Kubepad");
  });
});
