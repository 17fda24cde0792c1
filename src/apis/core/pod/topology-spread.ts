import { forEachKept } from "../../../component-base/work.ts";
import { duplicate, forbidden, invalid, notSupported, addError, addErrors } from "../../../apimachinery/field-error.ts";
import { validateLabelName } from "../../../apimachinery/validation/labels.ts";
import { selectorAt } from "../../label-selectors.ts";
import { stringAt, type JsonRecord } from "../../record.ts";
import { oneOf, positive, requireMember } from "../../validation/checks.ts";
import {
  addInvalid,
  asRecord,
  eachItem,
  eachText,
  integerAt,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { labelSelector } from "../../validation/selectors.ts";
import type { PodValidationOptions } from "./options.ts";
import { validateMatchLabelKeys } from "./scheduling.ts";

const actions = ["DoNotSchedule", "ScheduleAnyway"];
const nodePolicies = ["Honor", "Ignore"];

/** Validates keys that are not merged into the selector (ValidateMatchLabelKeysInTopologySpread). */
export function validateLegacyMatchLabelKeys(constraint: Fields): void {
  if (itemsAt(constraint.record, "matchLabelKeys").length === 0) return;
  const selector = selectorAt(constraint.record, "labelSelector");
  const keys = new Set(Object.keys(selector?.matchLabels ?? {}));
  for (const { key } of selector?.matchExpressions ?? []) keys.add(key);
  if (selector === undefined)
    addError(
      constraint.errors,
      forbidden(constraint.path.child("matchLabelKeys"), "must not be specified when labelSelector is not set"),
    );
  eachText(constraint, "matchLabelKeys", (key, path) => {
    addErrors(constraint.errors, validateLabelName(key, path()));
    if (keys.has(key))
      addError(constraint.errors, invalid(path(), key, "exists in both matchLabelKeys and labelSelector"));
  });
}

/** Reports whether the rules for merged keys apply: those that the stored object satisfies, where it does. */
const mergesKeys = ({ matchLabelKeysInSpread, matchLabelKeysMerge, tolerated }: PodValidationOptions): boolean =>
  matchLabelKeysInSpread &&
  (matchLabelKeysMerge ? tolerated.matchLabelKeys !== true : tolerated.legacyMatchLabelKeys === true);

const kindOf = (constraint: JsonRecord): string =>
  JSON.stringify([stringAt(constraint, "topologyKey"), stringAt(constraint, "whenUnsatisfiable")]);

/** Validates how a pod is spread over the cluster (validateTopologySpreadConstraints). */
export function validateTopologySpread(spec: Fields, options: PodValidationOptions): void {
  const all = itemsAt(spec.record, "topologySpreadConstraints");
  const last = forEachKept(
    all.length,
    () => new Map<string, number>(),
    (made, i) => void made.set(kindOf(asRecord(all[i])), i),
  );
  eachItem(spec, "topologySpreadConstraints", (constraint, i) => {
    const { record, path, errors } = constraint;
    if (integerAt(constraint, "maxSkew") === undefined)
      addError(errors, invalid(path.child("maxSkew"), 0, "must be greater than zero"));
    else positive(constraint, "maxSkew");
    requireMember(constraint, "topologyKey", "can not be empty");
    const action = textAt(constraint, "whenUnsatisfiable");
    if (!actions.includes(action)) addError(errors, notSupported(path.child("whenUnsatisfiable"), action, actions));
    if ((last.get(kindOf(record)) ?? i) > i)
      addError(
        errors,
        duplicate(path.child("{topologyKey, whenUnsatisfiable}"), `{${textAt(constraint, "topologyKey")}, ${action}}`),
      );
    positive(constraint, "minDomains");
    if (isSet(constraint, "minDomains") && action !== "DoNotSchedule")
      addInvalid(constraint, "minDomains", `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`);
    oneOf(constraint, "nodeAffinityPolicy", nodePolicies);
    oneOf(constraint, "nodeTaintsPolicy", nodePolicies);
    if (mergesKeys(options)) validateMatchLabelKeys(constraint);
    else validateLegacyMatchLabelKeys(constraint);
    if (options.tolerated.spreadSelector !== true) labelSelector(constraint, "labelSelector");
  });
}
