import { describe, expect, it } from "vitest";
import { FakeClock } from "./testing/fake-clock.ts";
import type { Trace, TraceSource } from "./trace.ts";
import { TraceRing } from "./trace-ring.ts";
import { controllerUserAgent, traceSource } from "./trace-source.ts";

const request = { requestId: "r", source: { kind: "client" }, method: "GET", target: "/api" } as const;
const answer = {
  status: 200,
  user: "u",
  warnings: [],
  request: { headers: [] },
  answer: { headers: [] },
  streaming: false,
  bytes: 7,
};

function listen(limits?: { traces: number; bytes: number }) {
  const clock = new FakeClock(0);
  const ring = new TraceRing(clock, limits);
  const heard: (readonly Trace[])[] = [];
  const stop = ring.subscribe((traces) => heard.push(traces));
  return { clock, ring, heard, stop };
}

function record(ring: TraceRing, text: string): void {
  const trace = ring.begin(request);
  trace?.stage("storage");
  trace?.objects(undefined, text);
  trace?.answered(answer);
}

describe("TraceRing", () => {
  it("records nothing while nobody listens", () => {
    const ring = new TraceRing(new FakeClock());
    expect(ring.active).toBe(false);
    expect(ring.begin(request)).toBeUndefined();
    const stop = ring.subscribe(() => {});
    expect(ring.begin(request)).toBeDefined();
    stop();
    stop();
    expect(ring.begin(request)).toBeUndefined();
  });

  it("measures stages one after the other", () => {
    const { clock, ring } = listen();
    const trace = ring.begin(request);
    clock.advance(1);
    trace?.stage("authentication");
    trace?.decide("alice");
    clock.advance(2);
    trace?.stage("storage");
    trace?.objects("{}", "{}");
    clock.advance(0.5);
    trace?.answered(answer);
    expect(ring.traces(0)).toEqual([
      {
        ...request,
        ...answer,
        id: 1,
        at: 0,
        durationUs: 3500,
        stages: [
          { name: "authentication", startUs: 1000, durationUs: 2000, decision: "alice" },
          {
            name: "storage",
            startUs: 3000,
            durationUs: 500,
            objectBefore: { id: 1, bytes: 2 },
            objectAfter: { id: 1, bytes: 2 },
          },
        ],
      },
    ]);
    expect(ring.text(1)).toBe("{}");
  });

  it("tells listeners once a frame", () => {
    const { clock, ring, heard } = listen();
    for (let i = 0; i < 3; i++) record(ring, "x");
    expect(heard).toHaveLength(0);
    clock.advance(16);
    expect(heard.map((traces) => traces.map((trace) => trace.id))).toEqual([[1, 2, 3]]);
    clock.advance(1000);
    expect(heard).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it("tells of a stream again while it goes on, with its total", () => {
    const { clock, ring, heard } = listen();
    const trace = ring.begin(request);
    trace?.answered({ ...answer, streaming: true, bytes: 0 });
    clock.advance(16);
    trace?.sent(10);
    trace?.sent(5);
    clock.advance(16);
    trace?.ended();
    clock.advance(16);
    expect(heard.flat().map(({ id, bytes, streaming }) => [id, bytes, streaming])).toEqual([
      [1, 0, true],
      [1, 15, true],
      [1, 15, false],
    ]);
    expect(ring.traces(0)).toHaveLength(1);
  });

  it("lets the oldest go by count, with their texts", () => {
    const { ring } = listen({ traces: 2, bytes: 1000 });
    for (const text of ["a", "b", "c"]) record(ring, text);
    expect(ring.traces(0).map((trace) => trace.id)).toEqual([2, 3]);
    expect(ring.traces(2).map((trace) => trace.id)).toEqual([3]);
    expect([1, 2, 3].map((ref) => ring.text(ref))).toEqual([undefined, "b", "c"]);
  });

  it("lets the oldest go by size, and never keeps texts too big for it", () => {
    const { ring } = listen({ traces: 10, bytes: 10 });
    for (const text of ["aaaa", "bbbb", "cccc"]) record(ring, text);
    expect(ring.traces(0).map((trace) => trace.id)).toEqual([2, 3]);
    record(ring, "d".repeat(11));
    expect(ring.traces(0).map((trace) => trace.id)).toEqual([2, 3, 4]);
    expect([1, 2, 3, 4].map((ref) => ring.text(ref))).toEqual([undefined, "bbbb", "cccc", undefined]);
  });

  it("tells nobody who has left", () => {
    const { clock, ring, heard, stop } = listen();
    record(ring, "x");
    stop();
    clock.advance(100);
    expect(heard).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});

describe("traceSource", () => {
  it.each([
    [null, { kind: "client" }],
    ["node", { kind: "client" }],
    ["kubectl/v1.34.5 (linux/amd64) kubernetes/abc", { kind: "client", name: "kubectl" }],
    ["Mozilla/5.0 (X11)", { kind: "client" }],
    ["kubepad-ui/0.1", { kind: "ui" }],
    ["kubepad-console/0.1 x", { kind: "console" }],
    [controllerUserAgent("garbage-collector"), { kind: "controller", name: "garbage-collector" }],
    [controllerUserAgent("kubelet"), { kind: "controller", name: "kubelet" }],
    [
      "kube-controller-manager/v1.34.5 (linux/amd64) kubernetes/abc",
      { kind: "client", name: "kube-controller-manager" },
    ],
    ["kubepad-odd", { kind: "client" }],
  ])("reads %s", (userAgent, source) => {
    expect(traceSource(userAgent)).toEqual(source);
  });

  it("lets reads that nobody asked for make room first", () => {
    const { ring } = listen({ traces: 4, bytes: 1000 });
    const send = (requestId: string, source: TraceSource, method: string): void =>
      ring.begin({ ...request, requestId, source, method })?.answered(answer);
    send("write", { kind: "controller", name: "job" }, "PUT");
    for (const id of ["1", "2", "3", "4"]) send(id, { kind: "ui" }, "GET");
    send("mine", { kind: "console" }, "GET");
    expect(ring.traces(0).map(({ requestId }) => requestId)).toEqual(["write", "3", "4", "mine"]);
    for (const id of ["5", "6", "7"]) send(id, { kind: "controller", name: "job" }, "GET");
    expect(ring.traces(0).map(({ requestId }) => requestId)).toEqual(["write", "mine", "6", "7"]);
  });
});
