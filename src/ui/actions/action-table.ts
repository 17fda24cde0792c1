import { apiVersionOf } from "../kube/resource.ts";
import type { Action, Subject, SubjectKind } from "./action.ts";
import { deleteAction } from "./delete-action.ts";
import { runJobAction } from "./job-action.ts";
import { nodeActions } from "./node-actions.ts";
import { podActions } from "./pod-actions.ts";
import { releaseAction } from "./release-action.ts";
import { scheduleAction } from "./schedule-action.ts";
import { serviceActions } from "./service-actions.ts";
import { undoAction } from "./undo-action.ts";
import { usageActions } from "./usage-actions.ts";
import { workloadActions } from "./workload-actions.ts";

/** All actions, in the order in which they are offered: those that mend before those that break. */
export const actionTable: readonly Action[] = [
  ...workloadActions,
  undoAction,
  runJobAction,
  scheduleAction,
  ...nodeActions,
  ...podActions,
  ...usageActions,
  ...serviceActions,
  releaseAction,
  deleteAction,
];

/** Returns the actions on objects of a kind, whatever their state. */
export const actionsOnKind = ({ group, kind }: SubjectKind): readonly Action[] =>
  actionTable.filter(({ kinds }) => kinds === undefined || kinds.includes(`${group}/${kind}`));

/** Returns the actions that are of use to an object as it is. */
export const actionsOn = (subject: Subject): readonly Action[] =>
  actionsOnKind(subject.kind).filter(({ refuses }) => refuses?.(withKind(subject)) === undefined);

/** An object as a list has it, with its kind. */
export const withKind = ({ kind, object }: Subject) => ({
  ...object,
  kind: kind.kind,
  apiVersion: apiVersionOf(kind),
});
