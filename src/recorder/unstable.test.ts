import { expect, test } from "vitest";
import type { Pattern } from "./pattern.ts";
import type { RecordedRequest, RecordedStep } from "./recording.ts";
import { Unstable } from "./unstable.ts";

const uid = "6f0c1d1e-3b4e-4a55-9d38-0a4a3d1f2b3c";
const request = (part: Partial<RecordedRequest>): RecordedStep => ({
  kind: "request",
  id: "",
  title: "",
  claims: {},
  request: { method: "POST", target: "/api/v1/namespaces/default/pods", headers: [], body: "", status: 201, ...part },
});
const answered = (answer: unknown, body: unknown = undefined): RecordedStep =>
  request({ answer: JSON.stringify(answer), body: body === undefined ? "" : JSON.stringify(body) });

/** Writes a pattern with `<form>` for what differs. */
function written(pattern: Pattern): unknown {
  switch (pattern.kind) {
    case "scalar":
      return pattern.value;
    case "any":
      return `<${pattern.form}>`;
    case "pieces":
      return inText(pattern.pieces);
    case "list":
      return pattern.items.map(written);
    case "map":
      return Object.fromEntries(pattern.members.map(([name, member]) => [name, written(member)]));
  }
}
const inText = (pieces: Extract<Pattern, { kind: "pieces" }>["pieces"]): string =>
  pieces.map((piece) => (piece.kind === "text" ? piece.text : piece.kind === "any" ? `<${piece.form}>` : "")).join("");

const pod = {
  kind: "Pod",
  metadata: {
    name: "web-75675f5897-7cx8p",
    generateName: "web-75675f5897-",
    uid,
    resourceVersion: "42",
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { app: "web", "pod-template-hash": "75675f5897" },
    ownerReferences: [{ kind: "ReplicaSet", name: "web-75675f5897", uid, controller: true }],
  },
  spec: { nodeName: "node-1", containers: [{ image: "nginx:1.27" }] },
  status: { podIP: "10.244.0.7", startTime: "2026-01-01T00:00:01Z" },
};

test("members that the server fills in are recognised by schema", () => {
  expect(written(new Unstable([answered(pod)]).pattern(pod))).toEqual({
    kind: "Pod",
    metadata: {
      name: "<name>",
      generateName: "web-<hash>-",
      uid: "<uid>",
      resourceVersion: "<revision>",
      creationTimestamp: "<time>",
      labels: { app: "web", "pod-template-hash": "<hash>" },
      ownerReferences: [{ kind: "ReplicaSet", name: "web-<hash>", uid: "<uid>", controller: true }],
    },
    spec: { nodeName: "<name>", containers: [{ image: "nginx:1.27" }] },
    status: { podIP: "<address>", startTime: "<time>" },
  });
});

test("what a user has written is stable, and what a server has given is not", () => {
  const spec = { clusterIP: "10.96.1.2", ports: [{ port: 80, nodePort: 30080 }] };
  const service = { kind: "Service", metadata: { name: "web" }, spec };
  expect(written(new Unstable([answered(service, service)]).pattern(service))).toEqual(service);
  expect(written(new Unstable([answered(service)]).pattern(service))).toEqual({
    ...service,
    spec: { clusterIP: "<address>", ports: [{ port: 80, nodePort: "<port>" }] },
  });
  expect(written(new Unstable([]).pattern({ spec: { clusterIP: "None" } }))).toEqual({ spec: { clusterIP: "None" } });
});

test.each([
  [`the uid is ${uid}.`, "the uid is <uid>."],
  ["since 2026-01-01T10:20:30.5Z", "since <time>"],
  ['pods "web-75675f5897-7cx8p" not found', 'pods "<name>" not found'],
  ["at 10.244.0.7:80", "at <address>:80"],
  ["a version 1.2.3.4 of 75675f58970", "a version 1.2.3.4 of 75675f58970"],
])("in texts, values are recognised: %s", (text, expected) => {
  expect(inText(new Unstable([answered(pod)]).pieces(text))).toBe(expected);
});

test.each([
  ["web-5d78c9869d-x7kpl   1/1   Running   0   2m3s", "web-<hash>   1/1   Running   0   <age>"],
  [
    "web    NodePort   10.96.33.1   <none>   80:31234/TCP   5s",
    "web    NodePort   <address>   <none>   80:<port>/TCP   <age>",
  ],
  [
    "kubernetes   ClusterIP   10.96.0.1   <none>   443/TCP   1d",
    "kubernetes   ClusterIP   10.96.0.1   <none>   443/TCP   <age>",
  ],
  ['  resourceVersion: "187"', '  resourceVersion: "<revision>"'],
  ["configmap/colors created", "configmap/colors created"],
  ['Error from server (NotFound): pods "web" not found', 'Error from server (NotFound): pods "web" not found'],
])("in output, ages, addresses and hashes are recognised: %s", (line, expected) => {
  expect(inText(new Unstable([]).linePieces(line))).toBe(expected);
});

test("the name of a pod that no answer has told is recognised by the hash of its template", () => {
  const replicaSet = { kind: "ReplicaSet", metadata: { labels: { "pod-template-hash": "75675f5897" } } };
  const unstable = new Unstable([answered(replicaSet)]);
  expect(inText(unstable.linePieces("web-75675f5897-2559d   1/1"))).toBe("web-<hash>   1/1");
  expect(inText(unstable.pieces('pods "web-75675f5897-2559d" not found'))).toBe('pods "web-<hash>" not found');
});

test("a name that was generated begins with what was asked for", () => {
  const object = { kind: "ConfigMap", metadata: { name: "settings-x7kpl", generateName: "settings-" } };
  const unstable = new Unstable([answered(object)]);
  expect(written(unstable.pattern(object))).toEqual({
    kind: "ConfigMap",
    metadata: { name: "settings-<hash>", generateName: "settings-" },
  });
  expect(unstable.shown("Read ConfigMap settings-x7kpl")).toBe("Read ConfigMap settings-…");
});
