import type { KubeObject } from "../../../apimachinery/meta.ts";
import { managerId, managersOf, ownersOf, valueAt } from "../../../client/managed-fields.ts";
import type { LineMark } from "../../code/marked-editor.tsx";
import { briefly } from "../../data/changes.ts";
import { plural } from "../../data/words.ts";
import { findPlace } from "../../kube/field-marks.ts";
import { listed } from "../../../diagnosis/words.ts";
import { managerWords, ownershipChanges } from "../../kube/ownership-changes.ts";
import type { Conflict, Outcome, Preview, Way } from "./outcome.ts";
import type { Reading } from "./reading.ts";

/** Summarizes the outcome in one sentence. */
export function headline(outcome: Outcome): string {
  const who = outcome.manager === "" ? "no manager" : outcome.manager;
  switch (outcome.kind) {
    case "conflict":
      return `Applying as ${who} would conflict on ${plural(outcome.conflicts.length, "field")}.`;
    case "refused":
      return `The server would reject this apply by ${who}.`;
    case "accepted":
      if (outcome.answer.created) return `Applying as ${who} would create the object.`;
      return changesNothing(outcome)
        ? `Applying as ${who} would change nothing.`
        : `Applying as ${who} would be accepted.`;
  }
}

/** Reports whether an apply is a no-op: it leaves field ownership and the resourceVersion unchanged. */
const changesNothing = ({ before, answer }: Outcome & { readonly kind: "accepted" }): boolean =>
  before !== undefined &&
  ownershipChanges(before, answer.object).length === 0 &&
  before.metadata.resourceVersion === answer.object.metadata.resourceVersion;

/** Describes which managers gain and lose ownership of which fields. */
export function consequences(before: KubeObject | undefined, after: KubeObject): readonly string[] {
  return ownershipChanges(before, after).flatMap(({ manager, gained, lost }) => {
    const who = managerWords(manager);
    const shared = gained.filter((path) => ownersOf(after, path).length > 1);
    const alone = gained.filter((path) => !shared.includes(path));
    const orphaned = lost.filter((path) => ownersOf(after, path).length === 0);
    return [
      ...(alone.length === 0 ? [] : [`${who} would gain ${listed(alone, 4)}.`]),
      ...(shared.length === 0 ? [] : [`${who} would share ${listed(shared, 4)} with others.`]),
      ...(lost.length === 0
        ? []
        : [
            `${who} would lose ${listed(lost, 4)}${orphaned.length === lost.length ? ", which no one else owns" : ""}.`,
          ]),
    ];
  });
}

/** Returns the marks beside the lines of a manifest, which show their effect on ownership. */
export function lineMarks(reading: Reading | undefined, outcome: Outcome | undefined): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>();
  if (reading?.kind === "unclear" && reading.line !== undefined)
    marks.set(reading.line, { tone: "error", sign: "!", words: reading.message });
  if (reading?.kind !== "read" || outcome === undefined || outcome.text !== reading.text) return marks;
  if (outcome.kind === "accepted") markGains(marks, reading, outcome);
  if (outcome.kind === "conflict")
    for (const { place, path, message } of outcome.conflicts)
      if (place !== undefined) marks.set(place.line, { tone: "conflict", sign: "✗", words: `${path}: ${message}` });
  return marks;
}

function markGains(
  marks: Map<number, LineMark>,
  { root }: Reading & { readonly kind: "read" },
  { before, answer, manager }: Outcome & { readonly kind: "accepted" },
): void {
  const id = managerId({ manager, operation: "Apply" });
  const gained = new Set(ownershipChanges(before, answer.object).find((change) => change.manager.id === id)?.gained);
  const own = managersOf(answer.object).find((entry) => entry.id === id)?.owned ?? [];
  for (const [path, { steps }] of own) {
    const place = findPlace(root, steps);
    const others = ownersOf(answer.object, path)
      .filter((owner) => owner.id !== id)
      .map(managerWords);
    if (place === undefined || (others.length === 0 && !gained.has(path))) continue;
    marks.set(
      place.line,
      others.length > 0
        ? { tone: "share", sign: "=", words: `${path} shared with ${listed(others)}` }
        : { tone: "gain", sign: "+", words: `${path} gained` },
    );
  }
}

/** Describes a conflict: the owners, the live value and the value in the manifest. */
export function conflictWords({ path, message, owners, live, place }: Conflict): string {
  const who =
    owners.length === 0
      ? message
      : `${listed(owners.map(managerWords), 8)} ${owners.length === 1 ? "owns" : "own"} ${path}`;
  const there = live === undefined ? "" : ` with ${briefly(live)}`;
  return `${who}${there}; this manifest sets ${place === undefined ? "another value" : briefly(place.value)}.`;
}

export const wayWords: Readonly<Record<Way, readonly [label: string, action: string]>> = {
  force: ["Force: take over the field", "Apply with force"],
  drop: ["Drop: remove it from this manifest", "Apply without the field"],
  share: ["Share: use the current value", "Apply with the shared value"],
};

/** Describes the effect of a resolution on one field, according to the server's dry run. */
export function previewWords({ path, owners, place }: Conflict, { answer }: Preview): string {
  if (answer.kind === "refused") return `The server would reject it: ${answer.status.message ?? ""}`;
  const after = ownersOf(answer.object, path);
  const losers = owners.filter((owner) => !after.some(({ id }) => id === owner.id)).map(managerWords);
  const steps = after[0]?.owned.get(path)?.steps;
  const value = steps === undefined ? undefined : valueAt(answer.object, steps);
  const shown = value === undefined ? "" : ` with ${briefly(value)}`;
  const lost = losers.length === 0 ? "" : `; ${listed(losers)} would lose it`;
  const verb = after.length === 1 ? "alone would own it" : "would own it together";
  return after.length === 0
    ? `No manager would own it${place === undefined ? "" : lost}.`
    : `${listed(after.map(managerWords), 8)} ${verb}${shown}${lost}.`;
}
