import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { conversionOf, type ConversionServices } from "./conversion.ts";
import type { Converter } from "../../client/converter.ts";

const definition = {
  metadata: { name: "foos.g.io" },
  spec: {
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://convert.example.com/foos" }, conversionReviewVersions: ["v1"] },
    },
  },
} as unknown as Definition;

const given = {
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { name: "x", namespace: "n", uid: "u", resourceVersion: "7", labels: { a: "b" } },
  spec: { size: 3 },
} as unknown as KubeObject;

type Member = Readonly<Record<string, unknown>>;
const random = createSystemRandom();
const convertWith = async (
  services: Partial<ConversionServices>,
  objects: readonly KubeObject[],
): Promise<readonly KubeObject[] | undefined> =>
  conversionOf(definition, { random, ...services })?.convert(objects, "g.io/v2");
const convert = async (converter: Converter, object = given): Promise<KubeObject | undefined> =>
  (await convertWith({ converters: new Map([["foos.g.io", converter]]) }, [object]))?.[0];
const answering =
  (change: Member, metadata: unknown = given.metadata) =>
  () =>
    convert(() => [{ ...given, apiVersion: "g.io/v2", metadata, ...change }]);
const meta = (change: Member) => answering({}, { ...given.metadata, ...change });

describe("a function in place of a conversion webhook", () => {
  test("is given copies in plain JSON and the version that is asked for", async () => {
    const seen: unknown[] = [];
    await convert((request) => {
      seen.push(structuredClone(request));
      const [object] = request.objects as [{ apiVersion: string; spec: Record<string, unknown> }];
      object.spec["size"] = 9;
      return [{ ...object, apiVersion: request.desiredAPIVersion }];
    });
    expect(seen).toEqual([{ desiredAPIVersion: "g.io/v2", objects: [given] }]);
    expect(given["spec"]).toEqual({ size: 3 });
  });

  test("decides about everything but the metadata, of which labels and annotations are its own", async () => {
    const converted = await answering(
      { spec: { scale: 3 } },
      { name: "x", namespace: "n", uid: "u", resourceVersion: "99", generation: 5, annotations: { was: "v1" } },
    )();
    expect(converted).toEqual({
      apiVersion: "g.io/v2",
      kind: "Foo",
      metadata: { name: "x", namespace: "n", uid: "u", resourceVersion: "7", annotations: { was: "v1" } },
      spec: { scale: 3 },
    });
  });

  test("is not asked about an object that has nothing but its type", async () => {
    const bare = { apiVersion: "g.io/v1", kind: "Foo" } as unknown as KubeObject;
    expect(
      await convert(() => {
        throw new Error("asked");
      }, bare),
    ).toEqual({ apiVersion: "g.io/v2", kind: "Foo" });
  });

  test.each([
    [
      "throws",
      () =>
        convert(() => {
          throw new Error("no such field");
        }),
      "failed: no such field",
    ],
    [
      "throws nothing that says why",
      () =>
        convert(() => {
          throw new Error("");
        }),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
    ["returns nothing", () => convert(() => []), "returned 0 objects, expected 1"],
    ["returns too much", () => convert(({ objects }) => [...objects, ...objects]), "returned 2 objects, expected 1"],
    [
      "keeps the version",
      answering({ apiVersion: "g.io/v1" }),
      "returned invalid object at index 0: invalid groupVersion (expected g.io/v2, received g.io/v1)",
    ],
    [
      "changes the kind",
      answering({ kind: "Bar" }),
      "returned invalid object at index 0: invalid kind (expected Foo, received Bar)",
    ],
    ["changes the name", meta({ name: "y" }), "returned invalid object: must have the same name: x != y"],
    [
      "changes the namespace",
      meta({ namespace: "m" }),
      "returned invalid object: must have the same namespace: n != m",
    ],
    ["loses the UID", meta({ uid: undefined }), "returned invalid object: must have the same UID: u != "],
    [
      "puts something else into labels",
      meta({ labels: ["a"] }),
      "returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
    ],
    [
      "puts a number into labels",
      meta({ labels: { a: 1 } }),
      "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
    ],
    [
      "makes a label that is none",
      meta({ labels: { a: "-" } }),
      /returned invalid metadata: metadata\.labels: Invalid value: "-": a valid label must be/,
    ],
    [
      "makes an annotation that is none",
      meta({ annotations: { "a b": "" } }),
      /returned invalid metadata: metadata\.annotation: Invalid value: "a b": name part must consist of/,
    ],
  ])("fails in upstream's words where it %s", async (_, run, told) => {
    const message = typeof told === "string" ? `conversion webhook for g.io/v1, Kind=Foo ${told}` : told;
    await expect(run()).rejects.toThrow(message);
  });

  test("answers with objects only", async () => {
    await expect(convert(() => [3])).rejects.toThrow("Object 'Kind' is missing in '3'");
    await expect(convert(() => [{ apiVersion: "g.io/v2" }])).rejects.toThrow(
      `Object 'Kind' is missing in '{"apiVersion":"g.io/v2"}'`,
    );
  });

  test("may take its time, and is asked once for many", async () => {
    const asked: number[] = [];
    const converter: Converter = async ({ objects, desiredAPIVersion }) => {
      asked.push(objects.length);
      await Promise.resolve();
      return objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
    };
    const bare = { apiVersion: "g.io/v1", kind: "Foo" } as unknown as KubeObject;
    const converted = await convertWith({ converters: new Map([["foos.g.io", converter]]) }, [given, bare, given]);
    expect(converted).toEqual([
      { ...given, apiVersion: "g.io/v2" },
      { ...bare, apiVersion: "g.io/v2" },
      { ...given, apiVersion: "g.io/v2" },
    ]);
    expect(asked).toEqual([2]);
  });
});

describe("metrics of conversions", () => {
  const answers: readonly (readonly [string, Partial<ConversionServices>, string | undefined])[] = [
    [
      "an answer",
      {
        converters: new Map([
          [
            "foos.g.io",
            ({ objects, desiredAPIVersion }) => objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion })),
          ],
        ]),
      },
      undefined,
    ],
    ["nobody who answers", {}, "conversion_webhook_call_failure"],
    [
      "a function that throws",
      {
        converters: new Map([
          [
            "foos.g.io",
            () => {
              throw new Error("no");
            },
          ],
        ]),
      },
      "conversion_webhook_malformed_response_failure",
    ],
    [
      "too few objects",
      { converters: new Map([["foos.g.io", () => []]]) },
      "conversion_webhook_partial_response_failure",
    ],
    [
      "another version",
      { converters: new Map([["foos.g.io", ({ objects }) => objects]]) },
      "conversion_webhook_invalid_converted_object_failure",
    ],
  ];

  test.each(answers)("tell of %s", async (_, services, failure) => {
    const seen: unknown[] = [];
    await convertWith({ ...services, observeConversion: () => (observation) => seen.push(observation) }, [given]).catch(
      () => undefined,
    );
    expect(seen).toEqual([{ definition: "foos.g.io", from: "v1", to: "v2", failure }]);
  });
});

test("where nobody is registered and nobody can be called, the webhook cannot be reached", async () => {
  await expect(convertWith({}, [given])).rejects.toThrow(
    'conversion webhook for g.io/v1, Kind=Foo failed: Post "https://convert.example.com/foos?timeout=30s": dial tcp: lookup convert.example.com: no such host',
  );
});

test("without a webhook in the definition there is no conversion", () => {
  expect(
    conversionOf({ ...definition, spec: { ...definition.spec, conversion: { strategy: "None" } } }, { random }),
  ).toBeUndefined();
});
