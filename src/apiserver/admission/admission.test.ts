import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { TraceRing } from "../../component-base/trace-ring.ts";
import { anonymousUser } from "../request/user.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { createAdmissionChain } from "./admission.ts";
import { AttributesRecord, type AdmissionRequest, type AdmissionTarget, type AnnotationLevel } from "./attributes.ts";
import { nameInErrors } from "./errors.ts";
import { lazyPlugin } from "./lazy-plugin.ts";
import { unconverted } from "./testing/unconverted.ts";

const request: AdmissionRequest = { user: anonymousUser, namespace: "ns", dryRun: false, warn: () => undefined };

const record = (own: Partial<AdmissionRequest> = {}, object: KubeObject = { metadata: { name: "a" } }) =>
  new AttributesRecord(
    { ...request, ...own },
    {
      operation: "CREATE",
      name: object.metadata.name ?? "",
      subresource: "",
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      object,
      oldObject: undefined,
      objects: unconverted,
    },
  );

const always = (): boolean => true;

/** A plugin that appends its name to the annotation `seen`. */
const marking = (name: string, own: Partial<AdmissionPlugin> = {}): AdmissionPlugin => ({
  name,
  handles: always,
  admit: ({ object }) => object && withMark(object, name),
  ...own,
});

const withMark = (object: KubeObject, mark: string): KubeObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: { seen: `${object.metadata.annotations?.["seen"] ?? ""}${mark}` },
  },
});

const seen = (object: KubeObject | undefined): string | undefined => object?.metadata.annotations?.["seen"];

describe("the chain", () => {
  it("hands the object from plugin to plugin, and stays synchronous", () => {
    const chain = createAdmissionChain([marking("a"), marking("b")]);
    const admitted = chain.admit(record());
    expect(admitted).not.toBeInstanceOf(Promise);
    expect(seen(admitted as KubeObject)).toBe("ab");
  });

  it("keeps the order of plugins that have to wait", async () => {
    const slow = marking("b", { admit: async ({ object }) => object && withMark(object, "b") });
    expect(seen(await createAdmissionChain([marking("a"), slow, marking("c")]).admit(record()))).toBe("abc");
  });

  it("runs all mutating plugins once more, and not a third time, if one asks for it", async () => {
    const asking = marking("b", {
      admit({ object, reinvocation }) {
        reinvocation.setShouldReinvoke();
        return object && withMark(object, reinvocation.isReinvoke ? "B" : "b");
      },
    });
    expect(seen(await createAdmissionChain([marking("a"), asking]).admit(record()))).toBe("abaB");
  });

  it("counts plugins that a request does not concern as calls that took no time, without calling them", () => {
    const counted: unknown[] = [];
    const counting = (...labels: unknown[]) => ({
      observe: (rejected: boolean, ms: number) => void counted.push([...labels, rejected, ms]),
    });
    let now = 0;
    const observer = { monotonic: () => (now += 1), step: counting, plugin: counting };
    const onlyPods = ({ resource }: Pick<AdmissionTarget, "resource">) => resource.resource === "pods";
    const chain = createAdmissionChain(
      [
        marking("kind", { matches: onlyPods }),
        marking("lookup", { concerns: onlyPods }),
        marking("idle", { needed: () => false }),
        marking("deletions", { handles: (operation) => operation === "DELETE" }),
        marking("a"),
      ],
      observer,
    );
    expect(seen(chain.admit(record()) as KubeObject)).toBe("a");
    expect(counted).toEqual([
      ["kind", "admit", "CREATE", false, 0],
      ["lookup", "admit", "CREATE", false, 0],
      ["a", "admit", "CREATE", false, 1],
      ["admit", "CREATE", false, 1],
    ]);
  });

  it("asks once which plugins a resource matches, for each operation and subresource", () => {
    const asked: unknown[] = [];
    const matches = ({ operation, kind, subresource }: AdmissionTarget) =>
      asked.push(`${operation} ${kind.kind}/${subresource}`) > 0;
    const chain = createAdmissionChain([marking("a", { matches })]);
    const resource = { group: "apps", version: "v1", resource: "deployments" };
    const target = (own: Partial<AdmissionTarget>): AttributesRecord =>
      new AttributesRecord(request, {
        ...record(),
        operation: "UPDATE",
        resource,
        kind: { group: "apps", version: "v1", kind: "Deployment" },
        subresource: "",
        ...own,
      });
    const scale = { subresource: "scale", kind: { group: "autoscaling", version: "v1", kind: "Scale" } };
    for (const own of [{}, {}, { operation: "CREATE" as const }, scale, {}, { ...scale, kind: { ...scale.kind } }])
      void chain.admit(target(own));
    expect(asked).toEqual(["UPDATE Deployment/", "CREATE Deployment/", "UPDATE Scale/scale"]);
  });

  it("traces each plugin with its decision, and the change that it made", () => {
    const ring = new TraceRing(new FakeClock());
    ring.subscribe(() => undefined);
    const trace = ring.begin({ requestId: "", source: { kind: "client" }, method: "POST", target: "/" });
    trace?.stage("mutating admission");
    const denying = marking("deny", {
      admit() {
        throw new Error("no");
      },
    });
    const chain = createAdmissionChain([marking("a"), denying]);
    expect(() => chain.admit(record({ trace }))).toThrow("no");
    trace?.answered({
      status: 403,
      user: "",
      warnings: [],
      request: { headers: [] },
      answer: { headers: [] },
      streaming: false,
      bytes: 0,
    });
    expect(ring.traces(0)[0]?.stages[0]?.steps).toMatchObject([
      { kind: "plugin", name: "a", objectBefore: { bytes: 25 } },
      { kind: "plugin", name: "deny", decision: "no" },
    ]);
  });
});

describe("annotations", () => {
  const annotated = (level: string) => {
    const written: Record<string, string> = {};
    const attributes = record({
      audit: { decision: { level }, annotate: (key, value) => void (written[key] = value) },
    });
    return {
      written,
      annotate: (key: string, value: string, at?: AnnotationLevel) => attributes.annotate(key, value, at),
    };
  };

  it("reach the audit event if its level includes theirs", () => {
    const { written, annotate } = annotated("Request");
    annotate("a.example.com/x", "1");
    annotate("a.example.com/y", "2", "Request");
    annotate("a.example.com/z", "3", "RequestResponse");
    expect(written).toEqual({ "a.example.com/x": "1", "a.example.com/y": "2" });
  });

  it("have keys of a prefix and a name, and keep their value", () => {
    const { annotate } = annotated("Metadata");
    expect(annotate("x", "1")).toMatch(
      /^annotation key has invalid format, the right format is a DNS subdomain prefix/,
    );
    expect(annotate("a.example.com/-", "1")).toMatch(/^annotation key has invalid format name part must consist/);
    expect(annotate("a.example.com/x", "1")).toBeUndefined();
    expect(annotate("a.example.com/x", "1")).toBeUndefined();
    expect(annotate("a.example.com/x", "2")).toMatch(/^admission annotations are not allowd to be overwritten/);
  });
});

it.each([
  [{ name: "a" }, "a"],
  [{ generateName: "b-" }, "b-"],
  [{}, "Unknown"],
])("errors call an object of %j %s", (metadata, expected) => {
  expect(nameInErrors(record({}, { metadata }))).toBe(expected);
});

describe("a lazy plugin", () => {
  it("is not loaded before it is needed, and called directly afterwards", async () => {
    let [needed, loads] = [false, 0];
    const plugin = lazyPlugin({
      name: "lazy",
      steps: ["admit"],
      handles: always,
      needed: () => needed,
      load: async () => (loads++, marking("l")),
    });
    const chain = createAdmissionChain([plugin]);
    expect(seen(chain.admit(record()) as KubeObject)).toBeUndefined();
    needed = true;
    expect(await Promise.all([chain.admit(record()), chain.admit(record())]).then((all) => all.map(seen))).toEqual([
      "l",
      "l",
    ]);
    expect(seen(chain.admit(record()) as KubeObject)).toBe("l");
    expect(loads).toBe(1);
  });
});
