import { useMemo } from "react";
import { controllerOf } from "../../../apimachinery/controller-of.ts";
import { valueAt } from "../../../client/managed-fields.ts";
import type { MergeConflict, MergeStep } from "../../../share/merge-worlds.ts";
import { ChangeList } from "../../code/change-list.tsx";
import { bookkeeping, changesBetween } from "../../data/changes.ts";
import { plural } from "../../data/words.ts";
import { Check } from "../../design/field.tsx";
import { nameOf } from "../../kube/resource.ts";
import { BothValues, Owners } from "./difference-details.tsx";
import type { Names } from "./model/names.ts";
import { keyOfConflict, keyOfStep, withKey, type Choices } from "./model/choices.ts";

interface StepProps {
  readonly step: MergeStep;
  readonly choices: Choices;
  readonly names: Names;
  readonly onChoices: (choices: Choices) => void;
}

/** What merging does to one object, to be left out or with a choice for each conflict. */
export function MergeStepRow({ step, choices, names, onChoices }: StepProps) {
  const key = keyOfStep(step);
  const isIn = !choices.leftOut.has(key);
  const name = `${step.object.kind ?? ""} ${nameOf(step.object)}`;
  return (
    <li>
      <Check
        label={`${verbOf(step)} ${name}`}
        checked={isIn}
        onChecked={(isIn) => onChoices({ ...choices, leftOut: withKey(choices.leftOut, key, !isIn) })}
      />
      {controllerOf(step.object) !== undefined ? (
        <span className="quiet small kp-merge-why">Its controller makes and deletes it by itself.</span>
      ) : null}
      {step.message === undefined ? null : <span className="small kp-merge-refused">Refused: {step.message}</span>}
      {isIn
        ? step.conflicts.map((conflict) => (
            <Conflict
              key={conflict.path}
              step={step}
              conflict={conflict}
              isTaken={choices.taken.has(keyOfConflict(step, conflict))}
              names={names}
              onTaken={(isTaken) =>
                onChoices({ ...choices, taken: withKey(choices.taken, keyOfConflict(step, conflict), isTaken) })
              }
            />
          ))
        : null}
      <Preview step={step} name={name} />
    </li>
  );
}

const verbOf = ({ kind, live }: MergeStep): string =>
  kind === "delete" ? "Delete" : kind === "apply" ? "Change" : live === undefined ? "Create" : "Replace";

function Conflict({
  step,
  conflict: { path, message, here },
  isTaken,
  names,
  onTaken,
}: {
  readonly step: MergeStep;
  readonly conflict: MergeConflict;
  readonly isTaken: boolean;
  readonly names: Names;
  readonly onTaken: (isTaken: boolean) => void;
}) {
  const field = step.fields.find((each) => each.path === path);
  const group = `conflict ${keyOfStep(step)} ${path}`;
  const live = field && valueAt(step.live, field.steps);
  return (
    <fieldset className="kp-merge-conflict">
      <legend>{path === "" ? message : <code>{path}</code>}</legend>
      {here === undefined || path !== "" ? null : (
        <p className="quiet small">
          {"Written here last by "}
          <Owners owners={here} />
        </p>
      )}
      {field === undefined || path === "" ? null : (
        <BothValues field={{ ...field, left: live, leftOwners: here ?? { managers: [], time: "" } }} names={names} />
      )}
      <div className="row wrap">
        <label className="kp-check">
          <input type="radio" name={group} checked={!isTaken} onChange={() => onTaken(false)} />
          <span>Keep {names.here}</span>
        </label>
        <label className="kp-check">
          <input type="radio" name={group} checked={isTaken} onChange={() => onTaken(true)} />
          <span>Take {names.there}</span>
        </label>
      </div>
    </fieldset>
  );
}

/** What the server would make of the object if all is taken, as a dry run reports it. */
function Preview({ step, name }: { readonly step: MergeStep; readonly name: string }) {
  const { live, after } = step;
  const changes = useMemo(
    () => (live === undefined || after === undefined ? [] : changesBetween(live, after, bookkeeping)),
    [live, after],
  );
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>
        {plural(changes.length, "change")}
        {step.conflicts.length === 0 ? "" : " if all is taken"}, by a dry run
      </summary>
      <ChangeList changes={changes} label={`Changes to ${name}`} />
    </details>
  );
}
