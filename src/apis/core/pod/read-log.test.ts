import { describe, expect, it } from "vitest";
import { StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { parseQuery } from "../../../apimachinery/query.ts";
import type { ConnectContext } from "../../../apiserver/registry/resource-definition.ts";
import { fakeAccess } from "../../testing/fake-access.ts";
import { testContext } from "../../testing/strategy-context.ts";
import { readLog } from "./read-log.ts";

const startedAt = "2025-01-02T03:04:00Z";
/** The requests come five seconds after the start. */
const asking = (query: string): ConnectContext => ({
  ...testContext(),
  query: parseQuery(query),
  signal: new AbortController().signal,
  upgrades: false,
  readsRoot: false,
});

const running = { state: { running: { startedAt } }, containerID: "sim://1" };
const ended = { terminated: { containerID: "sim://0", startedAt: "2025-01-02T03:03:00Z" } };
const node = (labels: Readonly<Record<string, string>>): KubeObject => ({
  metadata: { name: "n", labels },
  status: { addresses: [{ type: "Hostname", address: "n" }] },
});
const simulated = node({ "simulation.kubepad.dev/node": "true" });
const logging = { "simulation.kubepad.dev/logs": "one\ntwo\nthree" };

interface Given {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: object;
  readonly status?: object;
  readonly node?: KubeObject;
  readonly behaviors?: readonly KubeObject[];
}

const podOf = ({ annotations = logging, labels = {}, spec = {}, status = running }: Given): KubeObject => ({
  metadata: { name: "p", namespace: "ns", annotations, labels },
  spec: { containers: [{ name: "a" }], nodeName: "n", ...spec },
  status: { containerStatuses: [{ name: "a", ...status }] },
});

async function log(given: Given = {}, query = ""): Promise<string> {
  const access = fakeAccess({
    pods: [podOf(given)],
    nodes: [given.node ?? simulated],
    PodBehavior: given.behaviors ?? [],
  });
  try {
    const answer = await readLog("p", access, asking(query));
    if (typeof answer === "string") return answer;
    let text = "";
    for await (const part of answer) text += part;
    return `${text}(end)`;
  } catch (error) {
    return error instanceof StatusError ? `${error.status.code} ${error.status.message}` : String(error);
  }
}

describe("the log of a pod", () => {
  it.each([
    ["what its annotation says", {}, "one\ntwo\nthree\n"],
    ["what the annotation of its container says", { "simulation.kubepad.dev/logs.a": "own\n" }, "own\n"],
  ])("is %s", async (_name, more, text) => expect(await log({ annotations: { ...logging, ...more } })).toBe(text));

  it("is what the last PodBehavior says that means its container", async () => {
    const behavior = (name: string, selector: object | undefined, container: object): KubeObject => ({
      metadata: { name, namespace: "ns" },
      spec: { ...(selector && { selector }), containers: [container] },
    });
    const web = { matchLabels: { app: "web" } };
    const behaviors = [
      behavior("c", { matchLabels: { app: "other" } }, { logs: "of others" }),
      behavior("b", web, { name: "a", logs: "of a" }),
      behavior("a", undefined, { logs: "of all" }),
    ];
    expect(await log({ annotations: {}, labels: { app: "web" }, behaviors })).toBe("of a\n");
    expect(await log({ annotations: {}, behaviors })).toBe("of all\n");
  });

  it("is what its command echoes, where nothing else is said", async () => {
    const spec = { containers: [{ name: "a", command: ["sh", "-c", "echo started; sleep 5"] }] };
    expect(await log({ annotations: {}, spec })).toBe("started\n");
  });

  it("is empty where it runs nowhere", async () => expect(await log({ spec: { nodeName: "" } })).toBe(""));

  it("cannot be had from other nodes", async () =>
    expect(await log({ node: node({}) })).toBe("503 error trying to reach service: dial tcp: lookup n: no such host"));
});

describe("a part of a log", () => {
  it.each([
    ["tailLines=2", "two\nthree\n"],
    ["tailLines=0", ""],
    ["limitBytes=5", "one\nt"],
    ["sinceSeconds=10", "one\ntwo\nthree\n"],
    ["sinceSeconds=3", ""],
    ["sinceTime=2025-01-02T03:04:01Z", ""],
    ["timestamps=true&tailLines=1", "2025-01-02T03:04:00.000000000Z three\n"],
    [
      "tailLines=-1",
      '422 PodLogOptions "p" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    ["limitBytes=0", '422 PodLogOptions "p" is invalid: limitBytes: Invalid value: 0: must be greater than 0'],
    ["sinceSeconds=0", '422 PodLogOptions "p" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0'],
    ["tailLines=x", '400 strconv.ParseInt: parsing "x": invalid syntax'],
    ["stream=All", '422 PodLogOptions "p" is invalid: stream: Forbidden: may not be specified'],
    ["container=b", "400 container b is not valid for pod p"],
  ])("is chosen by %s", async (query, text) => expect(await log({}, query)).toBe(text));
});

describe("the log of a container", () => {
  const waiting = (reason: string) => ({ state: { waiting: { reason } } });
  it.each([
    ["that ended", { state: ended }, "", "one\ntwo\nthree\n"],
    ["that waits to be restarted", { ...waiting("CrashLoopBackOff"), lastState: ended }, "", "one\ntwo\nthree\n"],
    [
      "that is being made",
      waiting("ContainerCreating"),
      "",
      '400 container "a" in pod "p" is waiting to start: ContainerCreating',
    ],
    [
      "whose image is not there",
      waiting("ErrImagePull"),
      "",
      '400 container "a" in pod "p" is waiting to start: image can\'t be pulled',
    ],
    [
      "whose image is tried again",
      waiting("ImagePullBackOff"),
      "",
      '400 container "a" in pod "p" is waiting to start: trying and failing to pull image',
    ],
    ["of its run before", { ...running, lastState: ended }, "previous=true&sinceSeconds=60", ""],
    ["that had no run before", running, "previous=true", '400 previous terminated container "a" in pod "p" not found'],
    ["nothing is known of", { name: "b" }, "", '400 container "a" in pod "p" is not available'],
  ])("%s", async (_name, status, query, text) => expect(await log({ status }, query)).toBe(text));

  it("is followed until it ends", async () => {
    const access = {
      ...fakeAccess({ pods: [podOf({})], nodes: [simulated] }),
      async *follow() {
        yield podOf({});
        yield podOf({ status: { state: ended } });
        throw new Error("the log goes on");
      },
    };
    const answer = await readLog("p", access, asking("follow=true"));
    const parts = [];
    for await (const part of answer) parts.push(part);
    expect(parts).toEqual(["one\ntwo\nthree\n"]);
    expect(await log({ status: { state: ended } }, "follow=true")).toBe("one\ntwo\nthree\n");
  });
});
