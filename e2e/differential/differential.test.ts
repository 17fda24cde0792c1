import { describe, expect, test } from "vitest";
import { compareSequence, kindOf, shrinkDifference, type Pair } from "./compare-sequence.ts";
import { decodeBody } from "../conformance/wire/decode.ts";
import { encodeBody, type BodyEncoding } from "./encode-body.ts";
import { generateSequence } from "./generate-sequence.ts";
import { Normalizer } from "./normalizer.ts";
import { parseOrdered, printOrdered } from "./ordered-json.ts";
import type { Send } from "./run-sequence.ts";
import { smallerBodies } from "./shrink.ts";
import type { Step } from "./sequence.ts";

const json = (text: string, status = 200): Response =>
  new Response(`${text}\n`, { status, headers: { "content-type": "application/json" } });

/** A server that keeps objects by name; `fault` may spoil an answer. */
function fakeServer(firstRevision: number, uidEnd: string, fault = (text: string): string => text): Send {
  const objects = new Map<string, string>();
  let revision = firstRevision;
  return async (path, { method, body }) => {
    const name = path.split("/").at(-1) ?? "";
    if (method === "POST") {
      const { metadata, data } = JSON.parse(String(body)) as { metadata: { name: string }; data: object };
      const uid = `0a1b2c3d-0000-4000-8000-00000000000${uidEnd}`;
      const stored = { data, metadata: { name: metadata.name, uid, resourceVersion: String((revision += 3)) } };
      objects.set(metadata.name, JSON.stringify(stored));
      return json(JSON.stringify(stored), 201);
    }
    const kept = objects.get(name);
    return kept === undefined ? json('{"kind":"Status"}', 404) : json(fault(kept));
  };
}

function pairOf(reference: Send, tested: Send): Pair {
  let runs = 0;
  return {
    reference,
    tested,
    nextRun: () => `run${runs++}`,
    patience: { attempts: 1, pause: async () => {} },
    accepted: [],
  };
}

const create = (id: string, name: string, data: object): Step => ({
  id,
  method: "POST",
  path: "/things",
  body: JSON.stringify({ metadata: { name }, data }),
});
const get = (id: string, name: string): Step => ({ id, method: "GET", path: `/things/${name}` });
const steps = [
  create("s0", "zq-a", { x: 1, y: [1, 2], z: "keep" }),
  get("s1", "zq-a"),
  create("s2", "zq-b", { x: 1 }),
  get("s3", "zq-absent"),
  get("s4", "zq-b"),
];

describe("a comparison", () => {
  test("finds no difference where only uids, revisions and the names of runs differ", async () => {
    const { exchanges, difference } = await compareSequence(steps, pairOf(fakeServer(40, "1"), fakeServer(900, "2")));
    expect({ exchanges, difference }).toEqual({ exchanges: 5, difference: undefined });
  });

  test("shows a difference in the order of members, as bytes are compared", async () => {
    const reordered = (text: string): string => text.replace('"x":1,"y":[1,2]', '"y":[1,2],"x":1');
    const result = await compareSequence(steps, pairOf(fakeServer(1, "1"), fakeServer(1, "1", reordered)));
    expect(result.difference?.step.id).toBe("s1");
  });

  test("shows where a revision is repeated that is another one at the reference server", async () => {
    const repeated = (text: string): string => text.replace(/"resourceVersion":"\d+"/, '"resourceVersion":"4"');
    const result = await compareSequence(steps, pairOf(fakeServer(1, "1"), fakeServer(1, "1", repeated)));
    expect(result.difference).toMatchObject({ step: { id: "s4" } });
  });

  test("passes over a difference that is accepted, and says so", async () => {
    const faulty = fakeServer(1, "1", (text) => text.replace("keep", "lost"));
    const accepted = [{ name: "lost", reason: "", explains: ({ step }: { step: Step }) => step.id === "s1" }];
    const result = await compareSequence(steps, { ...pairOf(fakeServer(1, "1"), faulty), accepted });
    expect(result).toMatchObject({ exchanges: 5, difference: undefined, accepted: ["lost"] });
  });

  test("knows revisions again after an accepted difference that shows others", async () => {
    const older = (text: string): string =>
      text.replace('"x":1,"y":[1,2],"z":"keep"},"metadata":{', '$&"resourceVersion":"99",');
    const faulty = fakeServer(1, "1", older);
    const accepted = [{ name: "older", reason: "", explains: ({ step }: { step: Step }) => step.id === "s1" }];
    const again = [...steps, create("s5", "zq-c", {}), get("s6", "zq-c")];
    const result = await compareSequence(again, { ...pairOf(fakeServer(1, "1"), faulty), accepted });
    expect(result).toMatchObject({ exchanges: 7, difference: undefined, accepted: ["older"] });
    const repeated = fakeServer(1, "1", (text) =>
      text.includes("-c") ? text.replace(/"resourceVersion":"\d+"/, '"resourceVersion":"7"') : older(text),
    );
    const { difference } = await compareSequence(again, { ...pairOf(fakeServer(1, "1"), repeated), accepted });
    expect(difference).toMatchObject({ step: { id: "s6" } });
  });
});

describe("shrinking", () => {
  test("leaves only the requests and the members that a difference needs", async () => {
    const faulty = fakeServer(1, "1", (text) => text.replace('"keep"', '"lost"'));
    const pair = pairOf(fakeServer(1, "1"), faulty);
    const smallest = await shrinkDifference(steps, pair);
    expect(smallest.map(({ id, body }) => [id, body])).toEqual([
      ["s0", '{"metadata":{"name":"zq-a"},"data":{"z":"keep"}}'],
      ["s1", undefined],
    ]);
    const { difference } = await compareSequence(smallest, pair);
    expect(difference && kindOf(difference)).toContain("keep");
  });

  test("ends when its budget is spent", async () => {
    const faulty = fakeServer(1, "1", (text) => text.replace('"keep"', '"lost"'));
    const untouched = await shrinkDifference(steps, pairOf(fakeServer(1, "1"), faulty), 0);
    expect(untouched).toEqual(steps.slice(0, 2));
  });

  test("leaves policies and what waits for them together, or leaves out all", async () => {
    const policy: Step = {
      ...create("policy", "zq-p", {}),
      path: "/apis/admissionregistration.k8s.io/v1/policies",
      quiet: true,
    };
    const waits: Step = { ...get("waits", "zq-p"), until: 200, after: "policy", quiet: true };
    const faulty = fakeServer(1, "1", (text) => text.replace('"keep"', '"lost"'));
    const smallest = await shrinkDifference([policy, waits, ...steps], pairOf(fakeServer(1, "1"), faulty));
    expect(smallest.map(({ id }) => id)).toEqual(["s0", "s1"]);
    let denies = false;
    const server = fakeServer(1, "1", (text) => (denies ? text.replace('"keep"', '"lost"') : text));
    const needing: Send = (path, init) => {
      denies ||= path.includes("admission");
      return server(path, init);
    };
    const nextRun = (): string => ((denies = false), "run");
    const pair = { ...pairOf(fakeServer(1, "1"), needing), nextRun };
    const kept = await shrinkDifference([policy, waits, ...steps], pair);
    expect(kept.map(({ id }) => id)).toEqual(["policy", "waits", "s1"]); // the server keeps its objects
  });

  test("tries bodies without each member and each item, but not without what names the object", () => {
    expect(smallerBodies('{"kind":"K","a":[1,2]}')).toEqual([
      '{"kind":"K"}',
      '{"kind":"K","a":[2]}',
      '{"kind":"K","a":[1]}',
    ]);
    expect(smallerBodies("{")).toEqual([]);
  });

  test("leaves the constraints of policies, which would refuse requests of other sequences without them", () => {
    const policy = (...validations: readonly object[]): string =>
      JSON.stringify({ kind: "ValidatingAdmissionPolicy", spec: { matchConstraints: {}, variables: [], validations } });
    const [first, second] = [{ expression: "true" }, { expression: "false" }];
    expect(smallerBodies(policy(first, second))).toEqual([policy(second), policy(first)]);
    expect(smallerBodies(policy(first))).toEqual([]);
  });
});

describe("the generator", () => {
  test("returns the same sequence for the same seed, and another one for another seed", () => {
    expect(generateSequence(7, 20)).toEqual(generateSequence(7, 20));
    expect(generateSequence(7, 20)).not.toEqual(generateSequence(8, 20));
  });

  test("makes every kind of request within a hundred seeds", () => {
    const all = Array.from({ length: 100 }, (_, seed) => generateSequence(seed, 40)).flat();
    const wanted: readonly ((step: Step) => boolean)[] = [
      ...["POST", "PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS", "PROPFIND"].map(
        (method) => (step: Step) => step.method === method,
      ),
      ...[
        "json-patch+json",
        "merge-patch+json",
        "strategic-merge-patch+json",
        "apply-patch+yaml",
        "/yaml",
        "/cbor",
        "apply-patch+cbor",
        "protobuf",
      ].map((type) => (step: Step) => step.headers?.["Content-Type"]?.includes(type) === true),
      ...[
        "dryRun=All",
        "/status",
        "/scale",
        "watch=true",
        "continue=",
        "resourceVersionMatch=Exact",
        "labelSelector=",
        "fieldSelector=spec.",
        "sendInitialEvents=true",
        "allowWatchBookmarks=true",
        "propagationPolicy=",
        "gracePeriodSeconds=",
        "fieldValidation=Strict",
        "fieldManager=m1&fieldManager=m2",
        "force=true",
        "pretty=",
        "/scale?",
        "//",
        "%2F",
        "/watch/",
      ].map((part) => (step: Step) => step.path.includes(part)),
      ...[
        "x-kubernetes-validations",
        "selectableFields",
        "additionalPrinterColumns",
        "finalizers",
        "preconditions",
        "MutatingAdmissionPolicy",
        "Webhook",
        "marker",
        "$cbor",
        "messageExpression",
        "fieldPath",
        "optionalOldSelf",
        '"reason":"FieldValue',
        '"format":"int64"',
        "x-kubernetes-embedded-resource",
        "x-kubernetes-preserve-unknown-fields",
        "deprecationWarning",
        "managedFields",
        "ownerReferences",
        "generateName",
        '"kind":"Scale"',
        "paramKind",
        "matchConditions",
        "auditAnnotations",
        "excludeResourceRules",
        '"Warn"',
        '"matchPolicy":"Exact"',
        "tightened",
        "/served",
        "$patch",
        '"op":"test","path":"/metadata/resourceVersion"',
      ].map((part) => (step: Step) => step.body?.includes(part) === true),
      ...["as=Table", "as=PartialObjectMetadata", "protobuf", "v=v1beta1", "q=0.2", "stream=watch"].map(
        (part) => (step: Step) => step.headers?.["Accept"]?.includes(part) === true,
      ),
    ];
    expect(wanted.filter((isThere) => !all.some(isThere)).map(String)).toEqual([]);
  });
});

describe("bodies that are no text", () => {
  const body = JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", labels: { l: "é" }, generation: 300 },
    data: { p: "1" },
    immutable: true,
  });

  test("are what a decoder of the same format makes of them", () => {
    const decoded = (type: string, encoding: BodyEncoding): unknown =>
      decodeBody(type, encodeBody(encoding, body), false);
    expect(decoded("application/cbor", "cbor")).toEqual({ cbor: JSON.parse(body) as unknown });
    const { protobuf } = decoded("application/vnd.kubernetes.protobuf", "protobuf") as { protobuf: object };
    expect(protobuf).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
    expect(JSON.stringify(protobuf)).toContain("é");
  });

  test("may hold bytes that JSON does not have", () => {
    expect(encodeBody("cbor", '{"a":[{"$cbor":"f7"},-1,1.5,"",null,true]}').toString("hex")).toBe(
      "a1616186f720fb3ff800000000000060f6f5",
    );
  });
});

describe("the normalizer", () => {
  const normal = (text: string, type = "application/json"): string =>
    new Normalizer("run7").normalize({
      status: 200,
      headers: new Headers({ "content-type": type }),
      body: new TextEncoder().encode(text),
    }).answer.body;

  test("gives errors in one order, in JSON and in YAML, since upstream's is that of Go's maps", () => {
    const status = (...causes: readonly string[]): string => {
      const lines = causes.map((field) => `  - field: ${field}\n    message: m\n`).join("");
      return `code: 422\ndetails:\n  causes:\n${lines}kind: Status\nmessage: '${causes.join(", ")}'\n`;
    };
    expect(normal(status("a", "b"), "application/yaml")).toBe(normal(status("b", "a"), "application/yaml"));
    const errors = (...lines: readonly string[]): string => `{"message":"errors:\\n  ${lines.join("\\n  ")}"}\n`;
    expect(normal(errors('.a[k=\\"x\\"]: no', ".b: no"))).toBe(normal(errors(".b: no", '.a[k=\\"x\\"]: no')));
  });

  test("keeps the spelling of numbers and texts, and says how the text is laid out", () => {
    expect(normal('{"a":1.0,"b":"\\u003c"}\n')).toBe('{"a":1.0,"b":"\\u003c"}');
    expect(normal('{\n  "a": 1\n}')).toBe('indented {"a":1} without newline');
  });

  test("names generated names, also those of a damaged base", () => {
    const names = ["gen-fx9bz", "gen-[fx9bz", "g1en-fx9bz", "ge-fx9bz", "genfx9bz", "gen-NaNfx9bz"];
    for (const name of names) expect(normal(`{"name":"${name}"}`), name).toContain("<generated:1>");
    expect(normal('{"name":"gen-x"}')).toContain('"gen-x"');
  });

  test("names the revision of a list of protobuf that has no items as that of a list", () => {
    const list = '{"protobuf":{"contentType":"","kind":"ConfigMapList","metadata":{"resourceVersion":"7"}}}';
    expect(normal(list)).toContain('"resourceVersion":"<list>"');
  });

  test("names the revisions of objects in messages, also in diagnostic texts of CBOR", () => {
    for (const space of ["", " "])
      expect(normal(`{"message":"'{\\"resourceVersion\\":${space}\\"7\\"}'"}`)).toContain("<rv:1>");
  });

  test("names the revision of a list otherwise than those of its items", () => {
    const item = '{"metadata":{"resourceVersion":"7"}}';
    expect(normal(`{"items":[${item}],"kind":"L","metadata":{"continue":"xyz","resourceVersion":"9"}}\n`)).toBe(
      '{"items":[{"metadata":{"resourceVersion":"<rv:1>"}}],"kind":"L",' +
        '"metadata":{"continue":"<continue>","resourceVersion":"<list>"}}',
    );
  });

  test("orders managed fields of YAML, whose order depends on times", () => {
    const yaml = (first: string, second: string): string =>
      `metadata:\n  managedFields:\n  - apiVersion: v1\n    manager: ${first}\n  - apiVersion: v1\n    manager: ${second}\n  name: a\n`;
    const normal = (text: string): string =>
      new Normalizer("run0").normalize({
        status: 200,
        headers: new Headers({ "content-type": "application/yaml" }),
        body: Buffer.from(text),
      }).answer.body;
    expect(normal(yaml("b", "a"))).toBe(normal(yaml("a", "b")));
    expect(normal(yaml("b", "a"))).toBe(yaml("a", "b"));
  });

  test("names times, uids, and the run in YAML", () => {
    const yaml = 'metadata:\n  creationTimestamp: "2024-01-02T03:04:05Z"\n  name: run7-a\n  resourceVersion: "5"\n';
    expect(normal(yaml, "application/yaml")).toBe(
      'metadata:\n  creationTimestamp: "<time>"\n  name: zq-a\n  resourceVersion: "<rv:1>"\n',
    );
  });
});

test("ordered JSON keeps repeated names and refuses what is no JSON", () => {
  const text = '{"b":[1,{"a":""}],"b":null}';
  expect(parseOrdered(text)?.map(printOrdered)).toEqual([text]);
  expect(parseOrdered("page not found")).not.toEqual([text]);
  expect(parseOrdered('{"a":')).toBeUndefined();
});
