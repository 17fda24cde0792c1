import { beforeAll, describe, expect, it, test } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { testContext } from "../testing/strategy-context.ts";
import { configMapStrategy } from "./config-map.ts";
import { eventStrategy, strictEventStrategy } from "./event.ts";
import {
  labelled,
  namespaceBehaviors,
  namespaceFinalizeStrategy,
  namespaceStatusStrategy,
  namespaceStrategy,
} from "./namespace.ts";
import { handWrittenStrategy as replicationController } from "./replication-controller.ts";
import { defaultSecret, secretStrategy } from "./secret.ts";
import { serviceAccountStrategy } from "./service-account.ts";
import { loadKeys } from "../certificates/late-keys.ts";

beforeAll(() => loadKeys());

const ctx = testContext();
const object = (fields: Readonly<Record<string, unknown>>): KubeObject => ({
  metadata: { name: "a", namespace: "ns" },
  ...fields,
});
const messages = (strategy: Strategy, fields: Readonly<Record<string, unknown>>): readonly string[] =>
  (strategy.validate?.(object(fields), ctx) ?? []).map(errorMessage);
const updateMessages = (
  strategy: Strategy,
  fields: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>>,
): readonly string[] => (strategy.validateUpdate?.(object(fields), object(old), ctx) ?? []).map(errorMessage);

const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

describe("config maps", () => {
  // oxfmt-ignore
  it.each([
    ["good keys", { data: { "a.b-c_D": "1" }, binaryData: { e: "AA==" } }, []],
    ["a bad key", { data: { "a b": "1" } }, [`data[a b]: Invalid value: "a b": ${keyRule}`]],
    ["a bad binary key", { binaryData: { "a/b": "" } }, [`binaryData[a/b]: Invalid value: "a/b": ${keyRule}`]],
    ["a key in both", { data: { a: "1" }, binaryData: { a: "AA==" } }, ['data[a]: Invalid value: "a": duplicate of key present in binaryData']],
    ["keys with names of what objects inherit", { data: { constructor: "1", toString: "2" }, binaryData: { e: "AA==" } }, []],
    ["too much", { data: { a: "é".repeat(524_289) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
    ["just enough", { data: { a: "é".repeat(524_288) } }, []],
    ["too much in bytes", { data: { a: "x" }, binaryData: { b: "AAAA".repeat(349_526) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
  ])("with %s", (_name, fields, expected) => expect(messages(configMapStrategy, fields)).toEqual(expected));

  // oxfmt-ignore
  it.each([
    ["changing data", { immutable: true, data: { a: "2" } }, ["data: Forbidden: field is immutable when `immutable` is set"]],
    ["removing the mark", { data: { a: "1" } }, ["immutable: Forbidden: field is immutable when `immutable` is set"]],
    ["adding bytes", { immutable: true, data: { a: "1" }, binaryData: { b: "AA==" } }, ["binaryData: Forbidden: field is immutable when `immutable` is set"]],
    ["adding an empty map", { immutable: true, data: { a: "1" }, binaryData: {} }, ["binaryData: Forbidden: field is immutable when `immutable` is set"]],
    ["nothing", { immutable: true, data: { a: "1" } }, []],
  ])("once immutable, refuse %s", (_name, fields, expected) => expect(updateMessages(configMapStrategy, fields, { immutable: true, data: { a: "1" } })).toEqual(expected));
});

test("replication controllers select pods by labels of any form", () => {
  const labels = { "bad key": "a=b" };
  const template = (own: object) => ({ metadata: { labels: own }, spec: {} });
  const misfits = (selector: object, own: object) =>
    messages(replicationController, { spec: { replicas: 1, selector, template: template(own) } }).filter((text) =>
      text.includes("does not match"),
    );
  expect(misfits(labels, labels)).toEqual([]);
  expect(misfits(labels, {})).toEqual([
    "spec.template.metadata.labels: Invalid value: {}: `selector` does not match template `labels`",
  ]);
});

test("updates of replication controllers are warned of what the old template has, as upstream's", () => {
  const controller = (generation: number, terminationGracePeriodSeconds: number): KubeObject => ({
    metadata: { name: "a", generation },
    spec: { template: { spec: { terminationGracePeriodSeconds } } },
  });
  const { warningsOnUpdate } = replicationController;
  expect(warningsOnUpdate?.(controller(2, -1), controller(1, 1))).toEqual([]);
  expect(warningsOnUpdate?.(controller(2, 1), controller(1, -1))).toEqual([
    "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
  ]);
});

describe("secrets", () => {
  it.each([
    ["no type", {}, { type: "Opaque" }],
    ["an empty type", { type: "" }, { type: "Opaque" }],
    [
      "texts",
      { type: "x", data: { a: "QQ==", b: "Qg==" }, stringData: { b: "é", c: "" } },
      { type: "x", data: { a: "QQ==", b: "w6k=", c: "" } },
    ],
  ])("are completed given %s", (_name, fields, expected) =>
    expect(defaultSecret(object(fields))).toEqual(object(expected)),
  );

  it("stay the same object when nothing is missing", () => {
    const secret = object({ type: "Opaque" });
    expect(defaultSecret(secret)).toBe(secret);
  });

  it.each([
    ["a plain secret", { type: "Opaque", data: { k: "QQ==" } }, []],
    ["a bad key", { type: "Opaque", data: { "..": "QQ==" } }, ["data[..]: Invalid value: \"..\": must not be '..'"]],
    [
      "a token without an account",
      { type: "kubernetes.io/service-account-token" },
      ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
    ],
    [
      "a registry without its key",
      { type: "kubernetes.io/dockerconfigjson" },
      ["data[.dockerconfigjson]: Required value"],
    ],
    [
      "a registry that is no JSON",
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": btoa("x") } },
      [
        "data[.dockercfg]: Invalid value: \"<secret contents redacted>\": invalid character 'x' looking for beginning of value",
      ],
    ],
    [
      "a registry that is a list",
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": btoa("[]") } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      "credentials without either",
      { type: "kubernetes.io/basic-auth" },
      ["data[username]: Required value", "data[password]: Required value"],
    ],
    ["credentials with one", { type: "kubernetes.io/basic-auth", data: { password: "" } }, []],
    [
      "an empty key of ssh",
      { type: "kubernetes.io/ssh-auth", data: { "ssh-privatekey": "" } },
      ["data[ssh-privatekey]: Required value"],
    ],
    ["half a certificate", { type: "kubernetes.io/tls", data: { "tls.crt": "" } }, ["data[tls.key]: Required value"]],
    [
      "too much",
      { type: "Opaque", data: { a: "AAAA".repeat(349_526) } },
      ["data: Too long: may not be more than 1048576 bytes"],
    ],
  ])("with %s", (_name, fields, expected) => expect(messages(secretStrategy, fields)).toEqual(expected));

  it.each([
    ["another type", { type: "b" }, { type: "a" }, ['type: Invalid value: "b": field is immutable']],
    [
      "data of an immutable one",
      { type: "a", immutable: true, data: { k: "QQ==" } },
      { type: "a", immutable: true },
      ["data: Forbidden: field is immutable when `immutable` is set"],
    ],
  ])("cannot change to %s", (_name, fields, old, expected) =>
    expect(updateMessages(secretStrategy, fields, old)).toEqual(expected),
  );
});

it("secrets for TLS warn of a key that does not fit", () => {
  const tls = { type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } };
  expect(secretStrategy.warningsOnCreate(object(tls))).toEqual([
    "tls: failed to find any PEM data in certificate input",
  ]);
  expect(secretStrategy.warningsOnUpdate(object({ ...tls, type: "Opaque" }))).toEqual([]);
});

describe("namespaces", () => {
  it("start active, held by their finalizer", () => {
    const created = namespaceStrategy.prepareForCreate({
      metadata: { name: "n" },
      spec: { finalizers: ["x/y"] },
      status: { phase: "Terminating" },
    });
    expect(created).toEqual({
      metadata: { name: "n" },
      spec: { finalizers: ["x/y", "kubernetes"] },
      status: { phase: "Active" },
    });
  });

  it("carry their name as a label once they have one", () => {
    expect(labelled({ metadata: { generateName: "n-" } }).metadata.labels).toBeUndefined();
    expect(
      labelled({ metadata: { name: "n", labels: { a: "b", "kubernetes.io/metadata.name": "other" } } }).metadata.labels,
    ).toEqual({ a: "b", "kubernetes.io/metadata.name": "n" });
  });

  it("keep spec and status on an ordinary update", () => {
    const old = { metadata: { name: "n" }, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
    expect(namespaceStrategy.prepareForUpdate({ metadata: { name: "n" }, spec: {}, status: {} }, old)).toEqual(old);
  });

  it("change only finalizers through finalize, and go when there are none", () => {
    const old: KubeObject = {
      metadata: { name: "n" },
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Terminating" },
    };
    const freed = namespaceFinalizeStrategy.prepareForUpdate({ metadata: { name: "n" }, spec: {}, status: {} }, old);
    expect(freed).toEqual({ metadata: { name: "n" }, spec: {}, status: { phase: "Terminating" } });
    expect(namespaceStrategy.twoPhaseDeletion.ready(old)).toBe(false);
    expect(namespaceStrategy.twoPhaseDeletion.ready(freed)).toBe(true);
    expect(namespaceStrategy.twoPhaseDeletion.mark({ ...old, status: { phase: "Active" } })["status"]).toEqual({
      phase: "Terminating",
    });
  });

  it("want finalizers with a domain, or known ones", () => {
    const found = namespaceFinalizeStrategy.validateUpdate({
      metadata: { name: "n" },
      spec: { finalizers: ["kubernetes", "a.b/c", "mine"] },
    });
    expect(found.map(errorMessage)).toEqual([
      'spec.finalizers[2]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });

  it("are active by default", () => {
    const { namespaces } = namespaceBehaviors;
    const fill = typeof namespaces === "object" ? namespaces.default : undefined;
    expect(fill?.({ metadata: { name: "n" }, status: {} })).toEqual({
      metadata: { name: "n", labels: { "kubernetes.io/metadata.name": "n" } },
      status: { phase: "Active" },
    });
  });

  it("have a phase that agrees with their deletion", () => {
    const status = { phase: "Terminating" };
    expect(namespaceStatusStrategy.validateUpdate({ metadata: {}, status }).map(errorMessage)).toEqual([
      "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty",
    ]);
    expect(
      namespaceStatusStrategy.validateUpdate({ metadata: { deletionTimestamp: "2025-01-01T00:00:00Z" }, status }),
    ).toEqual([]);
  });
});

describe("events", () => {
  const newStyle = {
    eventTime: "2025-01-01T00:00:00.000000Z",
    involvedObject: { namespace: "ns" },
    reportingComponent: "a.b/c",
    reportingInstance: "i",
    action: "act",
    reason: "why",
    type: "Normal",
  };

  it.each([
    ["of their namespace", { involvedObject: { namespace: "ns" } }, []],
    [
      "of another namespace",
      { involvedObject: { namespace: "other" } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      "of no namespace",
      { involvedObject: {} },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      "of the new style without their parts",
      { eventTime: "2025-01-01T00:00:00.000000Z", involvedObject: { namespace: "ns" } },
      [
        "reportingComponent: Required value",
        'reportingComponent: Invalid value: "": name part must be non-empty',
        "reportingComponent: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        "reportingInstance: Required value",
        "action: Required value",
        "reason: Required value",
      ],
    ],
    [
      "with a long note",
      { ...newStyle, message: "m".repeat(1025) },
      ['message: Invalid value: "": can have at most 1024 characters'],
    ],
    ["in order", newStyle, []],
  ])("in core %s", (_name, fields, expected) => expect(messages(eventStrategy, fields)).toEqual(expected));

  it("through events.k8s.io must be new", () => {
    expect(messages(strictEventStrategy, newStyle)).toEqual([]);
    expect(messages(strictEventStrategy, { ...newStyle, reportingComponent: "" })[0]).toBe(
      "reportingController: Required value",
    );
    expect(
      messages(strictEventStrategy, {
        involvedObject: { namespace: "ns" },
        type: "Odd",
        count: 1,
        series: { count: 1 },
        source: { host: "h" },
        lastTimestamp: "2025-01-01T00:00:00Z",
      }),
    ).toEqual([
      'series.count: Invalid value: "": should be at least 2',
      "series.lastObservedTime: Required value",
      "eventTime: Required value",
      'type: Invalid value: "": has invalid value: Odd',
      'lastTimestamp: Invalid value: "": needs to be unset',
      'count: Invalid value: "": needs to be unset',
      'source: Invalid value: "": needs to be unset',
    ]);
  });

  it("through events.k8s.io change only by their series", () => {
    expect(updateMessages(strictEventStrategy, { ...newStyle, message: "b" }, { ...newStyle, message: "a" })).toEqual([
      'message: Invalid value: "b": field is immutable',
    ]);
    expect(
      updateMessages(
        strictEventStrategy,
        { ...newStyle, involvedObject: { kind: "Pod", namespace: "ns" }, count: 2 },
        newStyle,
      ),
    ).toEqual([
      'involvedObject: Invalid value: {"Kind":"Pod","Namespace":"ns","Name":"","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable',
      "count: Invalid value: 2: field is immutable",
    ]);
    expect(
      updateMessages(strictEventStrategy, { ...newStyle, series: { count: 3, lastObservedTime: "t" } }, newStyle),
    ).toEqual([]);
  });
});

describe("service accounts", () => {
  it("refer to secrets by name alone", () => {
    const account = serviceAccountStrategy.prepareForCreate?.(
      object({ secrets: [{ name: "s", namespace: "other" }, { kind: "Secret" }] }),
      ctx,
    );
    expect(account?.["secrets"]).toEqual([{ name: "s" }, {}]);
  });

  it("warn of an annotation once", () => {
    const plain = object({});
    const marked = { ...plain, metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } };
    const warning = [
      "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets",
    ];
    const { warningsOnCreate, warningsOnUpdate } = serviceAccountStrategy;
    expect([warningsOnCreate?.(plain), warningsOnCreate?.(marked)]).toEqual([[], warning]);
    expect([warningsOnUpdate?.(marked, plain), warningsOnUpdate?.(marked, marked)]).toEqual([warning, []]);
  });
});
