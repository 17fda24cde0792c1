import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { templateWarningsAt } from "../core/pod/template-strategy.ts";
import { validateDaemonSet } from "./validation.ts";

const templateGeneration = "deprecated.daemonset.template.generation";

const base = objectStrategy({
  status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  generation: ["spec"],
  validatesMetadata: true,
});

const withGeneration = (set: KubeObject, generation: number): KubeObject => ({
  ...set,
  metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, [templateGeneration]: String(generation) } },
});

const generationOf = ({ metadata: { annotations } }: KubeObject): number =>
  Number(annotations?.[templateGeneration] ?? 0);

const template = (set: KubeObject): unknown => recordAt(set, "spec")["template"];

/** Strategy of DaemonSets, which also count template changes in an annotation. */
export const daemonSetStrategy = {
  ...base,
  ...templateWarningsAt(),
  validate: (set, { gates }) => validateDaemonSet(set, gates),
  prepareForCreate: (set, ctx) =>
    withGeneration(base.prepareForCreate?.(set, ctx) ?? set, Math.max(generationOf(set), 1)),
  prepareForUpdate(set, old, ctx) {
    const prepared = base.prepareForUpdate?.(set, old, ctx) ?? set;
    return withGeneration(prepared, generationOf(old) + (semanticEqual(template(set), template(old)) ? 0 : 1));
  },
  validateUpdate: (set, old, { gates }) => validateDaemonSet(set, gates, old),
} satisfies Strategy;
