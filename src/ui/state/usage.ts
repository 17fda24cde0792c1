import { createStore } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { followAll } from "../data/follow.ts";
import { pageAgent, sendJson } from "../data/send.ts";
import { defineUserSlice } from "./identity.ts";
import type { Page } from "./page.ts";

/** What something uses: CPUs, and bytes of memory. */
export interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

/** What a pod or a node uses, a pod with its containers. */
export interface Usage extends Amounts {
  readonly containers: readonly (Amounts & { readonly name: string })[];
}

/** What the metrics API tells while somebody looks. */
export interface UsageState {
  /** Whether metrics.k8s.io answers. */
  readonly isServed: boolean;
  /** By the keys of `usageKey`. */
  readonly usages: ReadonlyMap<string, Usage>;
  /** Reads metrics until the returned function is called. */
  readonly attend: () => () => void;
}

/** How often metrics are read: a world at ×5 is measured as often. */
const everyMs = 3000;

const api = "/apis/metrics.k8s.io/v1beta1";
const registration = "/apis/apiregistration.k8s.io/v1/apiservices?fieldSelector=metadata.name%3Dv1beta1.metrics.k8s.io";

/** The key of a pod or a node in the usages. */
export const usageKey = (namespace: string | undefined, name: string | undefined): string =>
  `${namespace ?? ""}/${name ?? ""}`;

/** The usage of nodes and pods, as the metrics API tells it. Nothing is asked while the API is not registered. */
export const usage = defineUserSlice<UsageState>((page, left) => {
  let attending = 0;
  let control = new AbortController();
  left.addEventListener("abort", () => control.abort());
  return createStore<UsageState>((set) => ({
    isServed: false,
    usages: new Map(),
    attend() {
      attending += 1;
      if (attending === 1) {
        control = new AbortController();
        followUsage(page, set, control.signal);
      }
      return () => {
        attending -= 1;
        if (attending === 0) control.abort();
      };
    },
  }));
});

function followUsage(page: Page, set: (state: Partial<UsageState>) => void, signal: AbortSignal): void {
  let cancel = (): void => undefined;
  signal.addEventListener("abort", () => cancel(), { once: true });
  const read = async (): Promise<void> => {
    cancel();
    const lists = await Promise.all(["nodes", "pods"].map((resource) => readAll(page, `${api}/${resource}`, signal)));
    if (signal.aborted) return;
    set({ usages: new Map(lists.flat()) });
    cancel = page.clock.after(everyMs, () => void read());
  };
  const show = (isServed: boolean): void => {
    set({ isServed, ...(!isServed && { usages: new Map() }) });
    cancel();
    if (isServed) void read();
  };
  void followAll(
    page,
    registration,
    (services) => show([...services.values()].some(isAvailable)),
    () => undefined,
    signal,
  );
}

const isAvailable = (service: object): boolean => {
  const { status } = service as { readonly status?: unknown };
  const conditions = isRecord(status) && Array.isArray(status["conditions"]) ? status["conditions"] : [];
  return conditions.some((one) => isRecord(one) && one["type"] === "Available" && one["status"] === "True");
};

interface Measured {
  readonly metadata?: { readonly namespace?: string; readonly name?: string };
  readonly usage?: Readonly<Record<string, string>>;
  readonly containers?: readonly { readonly name: string; readonly usage?: Readonly<Record<string, string>> }[];
}

/** Reads a list of metrics; none while they cannot be read. */
async function readAll(
  page: Page,
  target: string,
  signal: AbortSignal,
): Promise<readonly (readonly [string, Usage])[]> {
  try {
    const { items = [] } = (await sendJson(page.handle, pageAgent, { method: "GET", target, signal })) as {
      readonly items?: readonly Measured[];
    };
    return items.map(({ metadata = {}, usage: own, containers: parts = [] }) => {
      const containers = parts.map(({ name, usage: used }) => ({ name, ...amountsOf(used) }));
      const total = own === undefined ? sum(containers) : amountsOf(own);
      return [usageKey(metadata.namespace, metadata.name), { ...total, containers }] as const;
    });
  } catch {
    return [];
  }
}

const amountsOf = ({ cpu = "0", memory = "0" }: Readonly<Record<string, string>> = {}): Amounts => ({
  cpu: parseQuantity(cpu).asApproximateFloat64(),
  memory: parseQuantity(memory).asApproximateFloat64(),
});

const sum = (all: readonly Amounts[]): Amounts => ({
  cpu: all.reduce((total, { cpu }) => total + cpu, 0),
  memory: all.reduce((total, { memory }) => total + memory, 0),
});

/** Prints CPUs as kubectl top does: `250m`. */
export const cpuWords = (cpus: number): string => `${Math.ceil(Math.round(cpus * 1e6) / 1e3)}m`;

/** Prints memory as kubectl top does: `64Mi`. */
export const memoryWords = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)}Mi`;

/** Returns the share of a quantity of so much, as a text; 0 of none. */
export const shareOf = (used: number, text: string): number => {
  const all = parseQuantity(text === "" ? "0" : text).asApproximateFloat64();
  return all === 0 ? 0 : used / all;
};

export const percent = (share: number): string => `${Math.floor(share * 100)}%`;
