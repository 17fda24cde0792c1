import { invalid, type FieldError, addError } from "../../../apimachinery/field-error.ts";
import { goMap, listOf, printedAs, structOf } from "../../go-print.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { asRecord, itemsAt } from "../../validation/fields.ts";
import { nodeSelectorTerm } from "../internal-volumes.ts";
import { specPath } from "./paths.ts";

const termForm = structOf(nodeSelectorTerm);
const termsForm = listOf(nodeSelectorTerm);
const required = "requiredDuringSchedulingIgnoredDuringExecution";
const termsPath = specPath.child("affinity", "nodeAffinity", required, "nodeSelectorTerms");

function validateNodeSelector(spec: JsonRecord, old: JsonRecord, errors: FieldError[]): void {
  const [now, before] = [recordAt(spec, "nodeSelector"), recordAt(old, "nodeSelector")];
  if (Object.keys(before).some((key) => now[key] !== before[key]))
    addError(
      errors,
      invalid(
        specPath.child("nodeSelector"),
        printedAs(goMap, spec["nodeSelector"]),
        "only additions to spec.nodeSelector are allowed (no mutations or deletions)",
      ),
    );
}

/** Reports whether a list of requirements begins with the old one. */
function extendsList(term: JsonRecord, old: JsonRecord, member: string): boolean {
  const before = itemsAt(old, member);
  return semanticEqual(itemsAt(term, member).slice(0, before.length), before);
}

/** Reports whether a term only has more requirements; a term without any selects nothing, and stays so. */
function onlyAdds(term: JsonRecord, old: JsonRecord): boolean {
  const isEmpty = (one: JsonRecord): boolean =>
    itemsAt(one, "matchExpressions").length === 0 && itemsAt(one, "matchFields").length === 0;
  if (isEmpty(old)) return isEmpty(term);
  return extendsList(term, old, "matchExpressions") && extendsList(term, old, "matchFields");
}

function validateNodeAffinity(affinity: JsonRecord, old: JsonRecord, errors: FieldError[]): void {
  const [now, before] = [
    itemsAt(recordAt(affinity, required), "nodeSelectorTerms"),
    itemsAt(recordAt(old, required), "nodeSelectorTerms"),
  ];
  if (before.length > 0 && now.length !== before.length)
    return void addError(
      errors,
      invalid(
        termsPath,
        printedAs(termsForm, now),
        "no additions/deletions to non-empty NodeSelectorTerms list are allowed",
      ),
    );
  for (const [i, term] of before.entries())
    if (!onlyAdds(asRecord(now[i]), asRecord(term)))
      addError(
        errors,
        invalid(
          termsPath.index(i),
          printedAs(termForm, now[i]),
          "only additions are allowed (no mutations or deletions)",
        ),
      );
}

/**
 * Validates what a pod with scheduling gates may change: it may ask for fewer nodes. Returns the spec with the old
 * values of what was validated. /
 */
export function validateGatedScheduling(spec: JsonRecord, old: JsonRecord, errors: FieldError[]): JsonRecord {
  validateNodeSelector(spec, old, errors);
  const { nodeAffinity: now, ...others } = recordAt(spec, "affinity");
  const { nodeAffinity: before } = recordAt(old, "affinity");
  const selected = { ...spec, nodeSelector: old["nodeSelector"] };
  if (semanticEqual(now, before)) return selected;
  validateNodeAffinity(asRecord(now), asRecord(before), errors);
  const kept = { ...others, ...(before !== undefined && { nodeAffinity: before }) };
  const isNew = old["affinity"] === undefined && Object.keys(kept).length === 0;
  return { ...selected, affinity: isNew ? undefined : kept };
}
