import { describe, expect, it } from "vitest";
import { Double } from "../apimachinery/json/value.ts";
import { formatManifests, parseManifests } from "./manifests.ts";
import { definitionOf } from "../apiextensions/testing/definition-of.ts";

const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "demo" } };
const lamp = { apiVersion: "example.com/v1", kind: "Lamp", metadata: { name: "kitchen" } };
const definition = definitionOf("Lamp", "example.com");
const demo = { apiVersion: "v1", kind: "Namespace", metadata: { name: "demo" } };

const inOrder = (a = "", b = ""): number => a.localeCompare(b);

describe("manifests for kubectl", () => {
  it("are in an order in which they can be created", async () => {
    const text = await formatManifests([lamp, settings, definition, demo]);
    expect(text.match(/^kind: .*/gm)).toEqual([
      "kind: Namespace",
      "kind: CustomResourceDefinition",
      "kind: ConfigMap",
      "kind: Lamp",
    ]);
    expect(text).toContain("run kubectl apply twice");
    expect(await formatManifests([settings])).not.toContain("#");
  });

  it("contain nothing that a server sets, nor owners by their uids", async () => {
    const text = await formatManifests([
      {
        ...settings,
        metadata: {
          ...settings.metadata,
          uid: "u",
          resourceVersion: "7",
          generation: 1,
          creationTimestamp: "2026-01-01T00:00:00Z",
          ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "a", uid: "b" }],
          managedFields: [{ manager: "a", operation: "Update" }],
        },
        status: { phase: "Active" },
      },
    ]);
    expect(text).toBe("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: demo\n");
  });

  it("are read back as they were, with texts that look like other values", async () => {
    // oxfmt-ignore
    const data = { a: "yes", b: "on", c: "1e3", d: "0x10", e: "012", f: "12:30:45", g: "~", h: "1_000", i: "2026-01-01", j: "a\nb\n", k: "- x", l: "# x", m: "=", n: "<<", o: "null", p: " x ", q: "---" };
    const objects = [{ ...settings, data, big: 9007199254740993n, list: [{ a: 1.5, b: true, c: null }] }];
    expect(await parseManifests(await formatManifests(objects))).toEqual(objects);
    expect(await formatManifests([{ ...settings, number: new Double(2) }])).toContain("number: 2\n");
  });

  it("are read from streams, lists and JSON", async () => {
    const yaml = "# a comment\n---\n# another\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: demo}\n---\n\n";
    expect(await parseManifests(yaml)).toEqual([demo]);
    const list = { apiVersion: "v1", kind: "List", items: [demo, settings] };
    expect(await parseManifests(JSON.stringify(list))).toEqual([demo, settings]);
    expect(await parseManifests(JSON.stringify([demo]))).toEqual([demo]);
  });

  it("may leave members of metadata empty, and the kinds of the items of a list of one kind", async () => {
    const empty = "namespace:\n  labels:\n  annotations: null\n  ownerReferences:\n  managedFields:";
    expect(await parseManifests(`apiVersion: v1\nkind: Namespace\nmetadata:\n  name: demo\n  ${empty}\n`)).toEqual([
      demo,
    ]);
    const { apiVersion: _version, kind: _kind, ...item } = settings;
    const list = { apiVersion: "v1", kind: "ConfigMapList", items: [item, demo] };
    expect(await parseManifests(JSON.stringify(list))).toEqual([settings, demo]);
  });

  it("are read from JSON documents one after another, and YAML that begins as JSON does", async () => {
    const [one, two] = [JSON.stringify(demo), JSON.stringify(settings, undefined, 2)];
    for (const text of [`${one}\n${two}\n`, `${two}\n${one}`, `${one}\n---\n${two}\n`, `---\n${two}\n${one}\n---\n`])
      expect((await parseManifests(text)).map(({ kind }) => kind).toSorted(inOrder)).toEqual([
        "ConfigMap",
        "Namespace",
      ]);
    expect(await parseManifests("{apiVersion: v1, kind: Namespace, metadata: {name: demo}}\n")).toEqual([demo]);
  });

  it("report how far they have been read", async () => {
    const seen: number[] = [];
    await parseManifests(await formatManifests([demo, settings]), {
      onProgress: ({ done, total }) => void seen.push(done, total),
    });
    expect(seen).toEqual([0, 2, 1, 2]);
  });

  const deep = (levels: number): string =>
    `{"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  it.each([
    ["nothing", "", "The file contains no Kubernetes objects."],
    ["a text", "hello", "The file is not a Kubernetes object"],
    ["markup", "<html><script>alert(1)</script></html>", "The file is not a Kubernetes object"],
    ["YAML that is none", "a: [1", "The file cannot be read: "],
    ["JSON that is none", '{"a":', "The file cannot be read: "],
    ["the second document", "---\napiVersion: v1\nkind: A\nmetadata: {name: a}\n---\na: b\n", "Document 2 of 2 is not"],
    [
      "an object without a name",
      "apiVersion: v1\nkind: Pod\nmetadata: {}\n",
      "it needs apiVersion, kind and metadata.name",
    ],
    ["deep nesting", deep(5_000), "It is nested more than 200 levels deep."],
    ["deeper nesting", deep(1_000_000), "The file cannot be read: "],
    ["deep nesting in YAML", `a: ${"[".repeat(2_000_000)}`, "The file is nested too deeply."],
    ["deep nesting of members", `a: ${"{b: ".repeat(200_000)}`, "The file is nested too deeply."],
    ["deep nesting of lists", "- ".repeat(200_000), "The file is nested too deeply."],
    ["nesting by lines", Array.from({ length: 1_200 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), "nested"],
    ["10 MB", `a: ${"x".repeat(10_000_000)}`, "The file is larger than 3 MB"],
    [
      "aliases that multiply",
      `a: &a [${"x,".repeat(9)}]\n${"bcdefghij"
        .split("")
        .map((name, i) => `${name}: &${name} [${`*${"abcdefghij"[i] ?? ""},`.repeat(9)}]`)
        .join("\n")}`,
      "The file cannot be read: ",
    ],
  ])("are refused in a sentence for %s", async (_, text, sentence) => {
    await expect(parseManifests(text)).rejects.toThrow(sentence);
  });
});
