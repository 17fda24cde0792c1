import type { Diagnosis } from "../../diagnosis/diagnosis.ts";

/** The actions that are likely to mend a kind of situation, by the beginning of its name. */
const mending: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^pod-(?:insufficient|too-many|unschedulable|no-nodes)/, ["add-node", "set-image"]],
  [/image/, ["undo", "set-image"]],
  [/crash|oom|probe|unhealthy/, ["mend", "undo", "set-image"]],
  [/quota|limit-range|pod-security|refused/, ["scale", "undo"]],
  [/^service-selects-no-pods|^service-without-selector/, ["select-pods"]],
  [/^service-target-port/, ["set-target-port"]],
  [/held-by-finalizer/, ["release"]],
  [/^cronjob-(?:never-due|schedule|deadline)/, ["set-schedule"]],
  [/paused|suspended/, ["resume", "unsuspend"]],
  [/cordoned/, ["uncordon"]],
  [/not-ready|unreachable|lost/, ["revive-node", "mend"]],
];

/** Returns the ids of actions that may mend what is wrong with an object, the likeliest first. */
export function mendingActions(diagnosis: Diagnosis | undefined): readonly string[] {
  if (diagnosis === undefined || diagnosis.level === "ok") return [];
  const situations = [diagnosis.situation, ...diagnosis.causes.map(({ situation }) => situation)];
  return [
    ...new Set(situations.flatMap((situation) => mending.flatMap(([test, ids]) => (test.test(situation) ? ids : [])))),
  ];
}
