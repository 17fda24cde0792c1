import type { Page } from "@playwright/test";

/** A complete event of a trace, or a name of a thread. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Traces the page's main thread. The returned function ends that, and returns the processor time of the longest task in
 * milliseconds: what it takes on a machine that does nothing else.
 */
export async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], excludedCategories: ["*"] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    return longestTask(events) / 1000;
  };
}

function longestTask(events: readonly TraceEvent[]): number {
  const threads = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf),
  );
  const tasks = events.filter(
    (event) => event.name === "ThreadControllerImpl::RunTask" && threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("the trace has no task of the main thread");
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0);
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
