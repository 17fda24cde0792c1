import { createStore } from "zustand/vanilla";
import { isResourceExpired } from "../../../apimachinery/errors.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import {
  carryOutMerge,
  planMerge,
  type MergeOptions,
  type MergeReport,
  type MergeStep,
} from "../../../share/merge-worlds.ts";
import { pageAgent, sendJson } from "../../data/send.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { worlds } from "../../state/worlds.ts";
import type { Compared } from "./compare-store.ts";
import { keyOfConflict, keyOfStep, mergeable, type Choices } from "./model/choices.ts";
import { commonRevision } from "./model/common-revision.ts";

/** How the worlds parted, as far as that is known. */
export type Parting =
  | { readonly kind: "known"; readonly revision: number }
  | { readonly kind: "compacted"; readonly revision: number }
  | { readonly kind: "unknown" };

export interface MergePlan {
  readonly parting: Parting;
  readonly steps: readonly MergeStep[];
}

export type MergePhase =
  | { readonly kind: "planning" | "merging"; readonly share: number }
  | { readonly kind: "planned"; readonly plan: MergePlan }
  | { readonly kind: "merged"; readonly reports: readonly MergeReport[]; readonly before: number | undefined }
  | { readonly kind: "failed"; readonly message: string };

interface Merging {
  /** What is merged; undefined while no merge is open. */
  readonly of: Compared | undefined;
  readonly phase: MergePhase;
  /** Plans to merge a compared world into that of the page. */
  readonly plan: (compared: Compared) => Promise<void>;
  /** Carries a plan out as the reader chooses. */
  readonly merge: (plan: MergePlan, choices: Choices) => Promise<void>;
  readonly close: () => void;
}

/** The merge that is open on a page. It goes on where the view is drawn anew, as when a window becomes narrow. */
export const merging = defineUserSlice<Merging>((page, left) =>
  createStore<Merging>((set) => {
    let control = new AbortController();
    left.addEventListener("abort", () => control.abort());
    const run = async (kind: "planning" | "merging", act: (options: MergeOptions) => Promise<MergePhase>) => {
      control.abort();
      control = new AbortController();
      const { signal } = control;
      const show = (phase: MergePhase): void => (signal.aborted ? undefined : set({ phase }));
      show({ kind, share: 0 });
      try {
        show(await act({ signal, onProgress: (share) => show({ kind, share }) }));
      } catch (error) {
        show({ kind: "failed", message: messageOf(error) });
      }
    };
    return {
      of: undefined,
      phase: { kind: "planning", share: 0 },
      plan(compared) {
        set({ of: compared });
        return run("planning", async (options) => ({ kind: "planned", plan: await makePlan(page, compared, options) }));
      },
      merge: (plan, choices) =>
        run("merging", async (options) => ({ kind: "merged", ...(await carryOut(page, plan, choices, options)) })),
      close() {
        control.abort();
        set({ of: undefined });
      },
    };
  }),
);

const clientOf = ({ handle }: Page) => ({ handle, userAgent: pageAgent });

async function makePlan(page: Page, { other, objects }: Compared, options: MergeOptions): Promise<MergePlan> {
  const { parting, base } = await baseOf(page, other.id, options);
  const steps = await planMerge(clientOf(page), { base: mergeable(base), fork: mergeable(objects) }, options);
  return { parting, steps };
}

/** Returns the objects of the revision at which the worlds parted; none if that is not known any more. */
async function baseOf(
  page: Page,
  other: string,
  { signal }: MergeOptions,
): Promise<{ readonly parting: Parting; readonly base: readonly KubeObject[] }> {
  const { worlds: all, here } = worlds.of(page.guests.own).getState();
  const revision = page.visit === undefined ? commonRevision(all, here.id, other) : undefined;
  if (revision === undefined) return { parting: { kind: "unknown" }, base: [] };
  try {
    const base = await listObjects(clientOf(page), { revision, ...(signal && { signal }) });
    return { parting: { kind: "known", revision }, base };
  } catch (error) {
    if (isResourceExpired(error)) return { parting: { kind: "compacted", revision }, base: [] };
    throw error;
  }
}

async function carryOut(page: Page, { steps }: MergePlan, { leftOut, taken }: Choices, options: MergeOptions) {
  const before = await revisionOf(page);
  const chosen = steps.filter((step) => !leftOut.has(keyOfStep(step)));
  const take: Parameters<typeof carryOutMerge>[2] = (conflict, step) => taken.has(keyOfConflict(step, conflict));
  return { reports: await carryOutMerge(clientOf(page), chosen, take, options), before };
}

/** Returns the newest revision of the world; undefined if the user may not see it. */
async function revisionOf({ handle }: Page): Promise<number | undefined> {
  const list = await sendJson(handle, pageAgent, { method: "GET", target: "/api/v1/namespaces?limit=1" }).catch(
    () => undefined,
  );
  const metadata: unknown = isRecord(list) ? list["metadata"] : undefined;
  const revision = Number(isRecord(metadata) ? metadata["resourceVersion"] : undefined);
  return Number.isSafeInteger(revision) ? revision : undefined;
}
