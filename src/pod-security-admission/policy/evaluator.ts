import type { PodSpec } from "../../api/core/v1.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import type { LevelVersion } from "../api/policy.ts";
import { baselineChecks } from "./baseline-checks.ts";
import type { Check, CheckFeatures, VersionedCheck, Violation } from "./check.ts";
import { restrictedChecks } from "./restricted-checks.ts";

/** Returns all violations of a level, baseline first (policy.Evaluator). */
export type EvaluatePod = (levelVersion: LevelVersion, metadata: ObjectMeta, spec: PodSpec) => readonly Violation[];

/** The check as of a release; later releases are judged as the newest known one. */
const versionAt = ({ versions }: Check, version: LevelVersion["version"]): VersionedCheck | undefined =>
  version === "latest" ? versions.at(-1) : versions.findLast(({ since }) => since <= version);

function checksOf({ level, version }: LevelVersion): readonly VersionedCheck[] {
  const at = (checks: readonly Check[]) =>
    checks.flatMap((check) => {
      const versioned = versionAt(check, version);
      return versioned === undefined ? [] : [{ id: check.id, versioned }];
    });
  const baseline = at(baselineChecks);
  if (level === "baseline") return baseline.map(({ versioned }) => versioned);
  const restricted = at(restrictedChecks);
  const overridden = new Set(restricted.map(({ versioned }) => versioned.overrides));
  return [...baseline.filter(({ id }) => !overridden.has(id)), ...restricted].map(({ versioned }) => versioned);
}

/** Creates the evaluator of the Pod Security Standards. */
export const createEvaluator =
  (features: CheckFeatures): EvaluatePod =>
  (levelVersion, metadata, spec) =>
    levelVersion.level === "privileged"
      ? []
      : checksOf(levelVersion).flatMap(({ check }) => check(metadata, spec, features) ?? []);

/** Returns reasons and details as messages tell them (AggregateCheckResult.ForbiddenDetail). */
export const forbiddenDetail = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");

/** Returns the reasons only (AggregateCheckResult.ForbiddenReason). */
export const forbiddenReason = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(", ");
