import { useEffect, useMemo, useState } from "react";
import { formatCount, plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { Note } from "../../design/feedback.tsx";
import type { MergeReport } from "../../../share/merge-worlds.ts";
import { nameOf } from "../../kube/resource.ts";
import { urlOfRevision } from "../../platform/address.ts";
import type { Compared } from "./compare-store.ts";
import type { Names } from "./model/names.ts";
import { merging, type MergePlan, type Parting } from "./merging.ts";
import { MergeStepRow } from "./merge-step.tsx";
import { firstChoices, inOrderOfNeed, keyOfConflict, keyOfStep, type Choices } from "./model/choices.ts";

/** Merges a compared world into the one that is shown: the plan, the reader's choices, and the result. */
export function MergeDialog({
  compared,
  names,
  onClose,
  onMerged,
}: {
  readonly compared: Compared;
  readonly names: Names;
  readonly onClose: () => void;
  /** Called when the dialog is closed after something was merged. */
  readonly onMerged: () => void;
}) {
  const { of, phase, plan, merge, close: end } = merging.use((state) => state);
  useEffect(() => {
    if (of !== compared) void plan(compared);
  }, [of, compared, plan]);
  const close = () => {
    if (phase.kind === "merging") return; // the result must still be shown
    end();
    onClose();
    if (phase.kind === "merged") onMerged();
  };
  return (
    <Modal open onClose={close} title={`Merge ${names.there} into ${names.here}`} wide>
      {phase.kind === "planning" || phase.kind === "merging" ? (
        <div className="row wrap" role="status">
          <progress value={phase.share} max={1} aria-label={phase.kind === "planning" ? "Planning" : "Merging"} />
          <span>{phase.kind === "planning" ? "Asking the server what would become of each object…" : "Merging…"}</span>
        </div>
      ) : null}
      {phase.kind === "planned" ? (
        <Plan plan={phase.plan} names={names} onClose={close} onMerge={(choices) => void merge(phase.plan, choices)} />
      ) : null}
      {phase.kind === "merged" ? (
        <Result reports={phase.reports} before={phase.before} names={names} onClose={close} />
      ) : null}
      {phase.kind === "failed" ? (
        <>
          <Note tone="error">{phase.message}</Note>
          <div className="kp-dialog-actions">
            <Button onClick={close}>Close</Button>
          </div>
        </>
      ) : null}
    </Modal>
  );
}

const shownAtOnce = 50;

function Plan({
  plan,
  names,
  onClose,
  onMerge,
}: {
  readonly plan: MergePlan;
  readonly names: Names;
  readonly onClose: () => void;
  readonly onMerge: (choices: Choices) => void;
}) {
  const [ordered] = useState(() => inOrderOfNeed(plan.steps));
  const [choices, setChoices] = useState(() => firstChoices(plan.steps));
  const [most, setMost] = useState(shownAtOnce);
  const count = plan.steps.length - choices.leftOut.size;
  if (plan.steps.length === 0)
    return (
      <>
        <p>
          {names.here} has all that was changed in {names.there} already: there is nothing to merge.
        </p>
        <div className="kp-dialog-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </>
    );
  return (
    <>
      <PartingNote parting={plan.parting} names={names} />
      <Conflicts plan={plan} choices={choices} names={names} onChoices={setChoices} />
      <ul className="kp-merge-steps" aria-label="What is merged">
        {ordered.slice(0, most).map((step) => (
          <MergeStepRow key={keyOfStep(step)} step={step} choices={choices} names={names} onChoices={setChoices} />
        ))}
      </ul>
      {ordered.length > most ? (
        <div>
          <Button size="small" onClick={() => setMost(most + shownAtOnce)}>
            Show more of {formatCount(ordered.length - most)}
          </Button>
        </div>
      ) : null}
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" disabled={count === 0} onClick={() => onMerge(choices)}>
          Merge {plural(count, "object")}
        </Button>
      </div>
    </>
  );
}

function PartingNote({ parting, names }: { readonly parting: Parting; readonly names: Names }) {
  if (parting.kind === "known")
    return (
      <p>
        Both were the same until revision {parting.revision}. What was changed since then in {names.there} is written to{" "}
        {names.here} by server-side apply. Status and events are left to controllers.
      </p>
    );
  return (
    <Note tone="warning">
      {parting.kind === "compacted"
        ? `Both were the same until revision ${parting.revision}, which is compacted.`
        : "The last common revision is unknown."}{" "}
      It cannot be determined which side changed a field, so every field that differs is a conflict, and nothing is
      deleted.
    </Note>
  );
}

function Conflicts({
  plan: { steps },
  choices,
  names,
  onChoices,
}: {
  readonly plan: MergePlan;
  readonly choices: Choices;
  readonly names: Names;
  readonly onChoices: (choices: Choices) => void;
}) {
  const keys = useMemo(
    () => steps.flatMap((step) => step.conflicts.map((conflict) => keyOfConflict(step, conflict))),
    [steps],
  );
  if (keys.length === 0) return <p>There are no conflicts.</p>;
  return (
    <div className="row wrap">
      <span>
        {plural(keys.length, "conflict")}: changed in both, or deleted in one. {names.here} is kept where you do not
        choose otherwise.
      </span>
      <Button size="small" onClick={() => onChoices({ ...choices, taken: new Set() })}>
        Keep all of {names.here}
      </Button>
      <Button size="small" onClick={() => onChoices({ ...choices, taken: new Set(keys) })}>
        Take all of {names.there}
      </Button>
    </div>
  );
}

const mostFailures = 50;

function Result({
  reports,
  before,
  names,
  onClose,
}: {
  readonly reports: readonly MergeReport[];
  readonly before: number | undefined;
  readonly names: Names;
  readonly onClose: () => void;
}) {
  const count = (outcome: MergeReport["outcome"]): number => reports.filter((each) => each.outcome === outcome).length;
  const failed = reports.filter(({ outcome }) => outcome === "failed");
  const left = count("left");
  return (
    <>
      <Note tone="added">
        {plural(count("merged"), "object")} merged into {names.here}.
        {left === 0
          ? ""
          : ` ${plural(left, "object")} ${left === 1 ? "was" : "were"} kept as ${left === 1 ? "it is" : "they are"}.`}
      </Note>
      {failed.length === 0 ? null : (
        <Note tone="error">
          {plural(failed.length, "object")} rejected by the server:
          <ul>
            {failed.slice(0, mostFailures).map(({ step, message }) => (
              <li key={keyOfStep(step)}>
                {step.object.kind} {nameOf(step.object)}: {message}
              </li>
            ))}
            {failed.length > mostFailures ? <li>and {formatCount(failed.length - mostFailures)} more</li> : null}
          </ul>
        </Note>
      )}
      {before === undefined ? null : (
        <p>
          The way back: before the merge {names.here} was at revision {before}. Its objects can be restored one by one
          in their History, or all together: show that revision and go on from there as another world.
        </p>
      )}
      <div className="kp-dialog-actions">
        {before === undefined ? null : (
          <LinkButton href={urlOfRevision("#/objects", before)}>Show revision {before}</LinkButton>
        )}
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
