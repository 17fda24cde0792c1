import { expect, test } from "vitest";
import { schemasOf } from "../client/openapi/schema-document.ts";
import { createManifestAssist } from "./manifest-assist.ts";
import type { Language } from "./language.ts";

const ref = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], default: {} });

const schemas = schemasOf({
  components: {
    schemas: {
      Lamp: {
        type: "object",
        "x-kubernetes-group-version-kind": [{ group: "example.io", version: "v1", kind: "Lamp" }],
        properties: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: {
            type: "object",
            properties: {
              name: { type: "string" },
              labels: { type: "object", additionalProperties: { type: "string" } },
            },
          },
          spec: ref("Spec"),
        },
      },
      Spec: {
        type: "object",
        required: ["bulbs"],
        properties: {
          bulbs: { type: "array", items: ref("Bulb") },
          lit: { type: "boolean", description: "Whether it shines." },
          watts: { type: "integer", default: 40 },
          any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      },
      Bulb: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, colour: { type: "string", enum: ["Red", "White"] } },
      },
    },
  },
});

const head = "apiVersion: example.io/v1\nkind: Lamp\n";
const assist = (partial = false, kind = false) =>
  createManifestAssist(async (path) => (path === "/apis/example.io/v1" ? schemas : {}), {
    expected: kind ? { group: "example.io", version: "v1", kind: "Lamp" } : undefined,
    partial,
  });

async function completed(marked: string, language: Language = "yaml", kind = false) {
  const found = await assist(false, kind).complete(marked.replace("|", ""), language, marked.indexOf("|"));
  return found?.items.map(({ insert }) => insert);
}

test("fields complete by their type, required ones first, without those that stand there", async () => {
  expect(await completed(`${head}spec:\n  |`)).toEqual(["bulbs:\n  - ", "any:\n    ", "lit: ", "watts: "]);
  expect(await completed(`${head}spec:\n  lit: true\n  w|`)).toEqual(["bulbs:\n  - ", "any:\n    ", "watts: "]);
  expect(await completed(`${head}spec:\n  bulbs:\n  - name: a\n    |`)).toEqual(["colour: "]);
  expect(await completed(`${head}spec:\n  bulbs:\n    |`)).toEqual(["- name: ", "- colour: "]);
  expect(await completed('{"apiVersion":"example.io/v1","kind":"Lamp","spec":{"|"}}', "json")).toContain('"lit": ');
});

test("values complete from enums and booleans, and not where anything fits", async () => {
  expect(await completed(`${head}spec:\n  bulbs:\n  - colour: |`)).toEqual(["Red", "White"]);
  expect(await completed(`${head}spec:\n  lit: |`)).toEqual(["true", "false"]);
  expect(await completed(`${head}metadata:\n  labels:\n    |`)).toBeUndefined();
});

test("a manifest without a kind is completed as the one that is expected", async () => {
  expect(await completed("spec:\n  |")).toBeUndefined();
  expect(await completed("spec:\n  |", "yaml", true)).toContain("lit: ");
});

test("documentation is shown of fields, with type and default", async () => {
  const text = `${head}spec:\n  lit: true\n  watts: 60`;
  expect(await assist().hover(text, "yaml", text.indexOf("lit: true") + 1)).toMatchObject({
    title: "lit: boolean",
    words: ["Whether it shines."],
  });
  const watts = await assist().hover(text, "yaml", text.indexOf("60"));
  expect(watts?.title).toBe("watts: integer");
  expect(watts?.words).toEqual(["default: 40"]);
});

const messages = async (text: string, partial = false, language: Language = "yaml") =>
  (await assist(partial).check(text, language)).map(({ line, message }) => `${line}: ${message}`);

test("unknown fields, wrong types, unsupported values and missing fields are marked at their lines", async () => {
  expect(await messages(`${head}spec:\n  bulb: []\n  lit: "yes"\n  bulbs:\n  - colour: Green\n`)).toEqual([
    '3: unknown field "spec.bulb"',
    "4: spec.lit: must be of type boolean, is string",
    '6: spec.bulbs[0].colour: Unsupported value: "Green": supported values: "Red", "White"',
    "6: spec.bulbs[0].name: Required value",
  ]);
  expect(await messages(`${head}spec:\n  any:\n    thing: 1\n  bulbs: []\n`)).toEqual([]);
});

test("a partial manifest may lack fields, other documents are checked on their own", async () => {
  expect(await messages(`${head}spec:\n  lit: true\n`, true)).toEqual([]);
  expect(await messages(`${head}spec:\n  bulbs: []\n---\n${head}spec:\n  extra: 1\n`, true)).toEqual([
    '8: unknown field "spec.extra"',
  ]);
});

test("a text that cannot be parsed is marked where it breaks", async () => {
  expect(await messages("a:\n  b: [1,\nc: 2\n")).toHaveLength(1);
  expect((await messages('{\n  "a": 1,\n}', false, "json"))[0]).toMatch(/^2: /);
});
