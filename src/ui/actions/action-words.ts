import type { MenuEntry } from "../design/menu.tsx";
import { plural } from "../data/words.ts";
import type { Page } from "../state/page.ts";
import { nameOfSubject, type Action, type Subject } from "./action.ts";
import { actionsOn, actionsOnKind } from "./action-table.ts";
import { askFor } from "./action-sheet-store.ts";

/** Names subjects: `web`, or `3 Deployments`. */
export function subjectWords(subjects: readonly Subject[]): string {
  const [first] = subjects;
  if (first === undefined) return "nothing";
  return subjects.length === 1 ? nameOfSubject(first) : plural(subjects.length, first.kind.kind);
}

const shortLabels: Readonly<Record<string, string>> = {
  "set-image": "Set image",
  undo: "Undo rollout",
  "run-job": "Run now",
  "add-node": "Add a node",
  crash: "Crash a container",
  "fail-probe": "Fail a probe",
  "fill-quota": "Fill a quota",
  "remove-quota": "Remove the quota",
  mend: "Stop faults",
  "select-pods": "Set the selector",
  "set-target-port": "Set the target port",
  "set-schedule": "Set the schedule",
  release: "Remove finalizers",
};

/** The label of an action without what it is done to: `Set image…`. */
export const shortLabel = ({ id, label }: Action): string => `${shortLabels[id] ?? label}…`;

/** The entries of a menu with the actions on subjects: those of use to a single one, all of the kind for several. */
export function actionEntries(page: Page, subjects: readonly Subject[]): readonly MenuEntry[] {
  const [first] = subjects;
  if (first === undefined) return [];
  return entriesOf(page, subjects.length === 1 ? actionsOn(first) : actionsOnKind(first.kind), subjects);
}

/** The entries of a menu for actions on subjects. */
export const entriesOf = (page: Page, actions: readonly Action[], subjects: readonly Subject[]): readonly MenuEntry[] =>
  actions.map((action) => ({
    label: shortLabel(action),
    icon: action.icon,
    tone: action.tone,
    onSelect: () => askFor(page, action, subjects),
  }));
