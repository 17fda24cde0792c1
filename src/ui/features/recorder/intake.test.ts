import { expect, test, vi } from "vitest";
import type { Inspector } from "../../../client/inspector.ts";
import type { Trace } from "../../../component-base/trace.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { RecordedStep } from "../../../recorder/recording.ts";
import { createPageMemory } from "../../platform/storage.ts";
import { doneLines } from "../../state/done-lines.ts";
import type { Page } from "../../state/page.ts";
import { Intake } from "./intake.ts";

/** A server whose answers come when they are let go. */
function lateServer() {
  const traces: Trace[] = [];
  const waiting: (() => void)[] = [];
  let tell: ((all: readonly Trace[]) => void) | undefined;
  const late = <T>(result: () => T): Promise<T> => {
    const found = result();
    return new Promise((resolve) => waiting.push(() => resolve(found)));
  };
  const inspect = {
    traces: (after: number) => late(() => traces.filter(({ id }) => id > after)),
    subscribe: (callback: typeof tell) => late(() => ((tell = callback), () => undefined)),
    traceText: async () => "",
    stats: () => new Promise(() => undefined),
  } as unknown as Inspector;
  return {
    inspect,
    /** A request that the server has answered. */
    answered(requestId: string): void {
      const trace = { id: traces.length + 1, requestId, method: "POST", target: "/api/v1/namespaces", status: 201 };
      const rest = { source: { kind: "client" }, request: { headers: [] }, answer: {}, streaming: false };
      traces.push({ ...trace, ...rest } as unknown as Trace);
      tell?.(traces.slice(-1));
    },
    letGo: () => waiting.shift()?.(),
  };
}

test("what is done while the recording still begins is taken, and what was done before is not", async () => {
  vi.stubGlobal("document", { hidden: true });
  const { inspect, answered, letGo } = lateServer();
  const leadership = { get: () => ({ role: "leader" }), subscribe: () => () => undefined };
  const clock = new FakeClock();
  const page = { memory: createPageMemory({}), clock, inspect, leadership, newId: () => "id" } as unknown as Page;
  const steps: RecordedStep[] = [];
  const intake = new Intake(page, { add: (step) => void steps.push(step), remove: () => undefined });
  answered("kubectl-before");
  let isOn = false;
  void intake.start().then(() => (isOn = true));
  answered("kubectl-1");
  const line = { id: "kubectl-1", method: "POST", target: "/api/v1/namespaces", headers: [], body: "", status: 201 };
  const last = { text: "kubectl create namespace a", as: undefined, namespace: "default", output: "", code: 0 };
  doneLines.of(page).setState({ last: { ...last, requests: [line], files: {} } });
  const isStarted = (): boolean => (letGo(), isOn);
  await vi.waitUntil(isStarted, { timeout: 60_000 });
  await expect
    .poll(() => steps.map((step) => step.kind === "line" && step.text))
    .toEqual(["kubectl create namespace a"]);
});
