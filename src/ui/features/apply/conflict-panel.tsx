import { useId, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { Swatch } from "../../ownership/swatch.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { FollowingFields } from "./following-fields.tsx";
import { waysOut, ways, type Conflict, type Outcome, type Preview, type Way } from "./outcome.ts";
import { conflictWords, consequences, previewWords, wayWords } from "./outcome-words.ts";
import type { Reading } from "./reading.ts";
import { useChosenPreview } from "./use-chosen-preview.ts";

type Choices = Readonly<Record<string, Way>>;

export interface ConflictPanelProps {
  readonly outcome: Outcome & { readonly kind: "conflict" };
  readonly reading: Reading | undefined;
  readonly tones: ReadonlyMap<string, number>;
  readonly onLine: (line: number) => void;
  /** Applies with each conflict resolved as selected. */
  readonly onResolve: (choice: (conflict: Conflict) => Way | undefined) => Promise<void>;
}

/** Lists the conflicts with the possible resolutions, a preview of each, and a button to apply it. */
export function ConflictPanel({ outcome, reading, tones, onLine, onResolve }: ConflictPanelProps) {
  const { conflicts, previews } = outcome;
  const [choices, setChoices] = useState<Choices>({});
  const [busy, setBusy] = useState(false);
  const choice = (conflict: Conflict): Way | undefined => {
    const way = choices[conflict.path];
    return way !== undefined && waysOut(conflict).includes(way) ? way : undefined;
  };
  const chosen = useChosenPreview(outcome, reading, choice);
  const undecided = conflicts.filter((conflict) => choice(conflict) === undefined).length;
  const resolve = async () => {
    setBusy(true);
    await onResolve(choice);
    setBusy(false);
  };
  const choose = (chosen: readonly Conflict[], way: Way) =>
    setChoices({
      ...choices,
      ...Object.fromEntries(
        chosen.filter((conflict) => waysOut(conflict).includes(way)).map(({ path }) => [path, way]),
      ),
    });
  return (
    <div className="stack kp-conflicts">
      {conflicts.length < 2 ? null : (
        <div className="row wrap small">
          For all {conflicts.length}:{" "}
          {ways.map((way) => (
            <Button key={way} size="small" onClick={() => choose(conflicts, way)}>
              {way}
            </Button>
          ))}
        </div>
      )}
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.path}
          conflict={conflict}
          previews={previews}
          tones={tones}
          chosen={choice(conflict)}
          follows={chosen}
          onChoose={(way) => choose([conflict], way)}
          onLine={onLine}
        />
      ))}
      {conflicts.length < 2 || chosen === undefined ? null : <ChosenPreview outcome={outcome} preview={chosen} />}
      <div className="row wrap">
        <Button tone="primary" icon="send" disabled={undecided > 0 || busy} onClick={() => void resolve()}>
          {actionWords(conflicts.map(choice))}
        </Button>
        {undecided === 0 ? null : (
          <span className="quiet small">
            Choose how to resolve it{conflicts.length > 1 ? ` for each; ${undecided} left` : ""}.
          </span>
        )}
      </div>
    </div>
  );
}

function actionWords(chosen: readonly (Way | undefined)[]): string {
  const [first] = chosen;
  return first !== undefined && chosen.every((way) => way === first) ? wayWords[first][1] : "Apply as chosen";
}

/** Previews the combined result of the selected resolutions. */
function ChosenPreview({
  outcome: { before },
  preview: { answer },
}: {
  readonly outcome: ConflictPanelProps["outcome"];
  readonly preview: Preview;
}) {
  const sentences = answer.kind === "accepted" ? consequences(before, answer.object) : [];
  return (
    <section className="kp-conflicts-chosen small" aria-label="Result of these choices">
      <p className="quiet">With these choices:</p>
      {answer.kind === "refused" ? (
        <StatusNote status={answer.status} />
      ) : sentences.length === 0 ? (
        <p>No manager would gain or lose a field.</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {answer.kind === "accepted" ? (
        <FollowingFields object={answer.object} label="managedFields with these choices" />
      ) : null}
    </section>
  );
}

function ConflictCard({
  conflict,
  previews,
  tones,
  chosen,
  follows,
  onChoose,
  onLine,
}: {
  readonly conflict: Conflict;
  readonly previews: Readonly<Partial<Record<Way, Preview>>>;
  readonly tones: ReadonlyMap<string, number>;
  readonly chosen: Way | undefined;
  /** The preview with the selected resolutions of all conflicts. */
  readonly follows: Preview | undefined;
  readonly onChoose: (way: Way) => void;
  readonly onLine: (line: number) => void;
}) {
  const { place, path, owners } = conflict;
  return (
    <fieldset className="kp-conflict">
      <legend className="row">
        <Badge tone="error">conflict</Badge>
        {place === undefined ? null : (
          <Button size="small" tone="plain" onClick={() => onLine(place.line)}>
            line {place.line + 1}
          </Button>
        )}
        <code className="clip" title={path}>
          {path}
        </code>
      </legend>
      <p className="row">
        {owners.map(({ id }) => (
          <Swatch key={id} tone={tones.get(id)} />
        ))}
        <span>{conflictWords(conflict)}</span>
      </p>
      {waysOut(conflict).map((way) => (
        <WayOut
          key={way}
          way={way}
          conflict={conflict}
          preview={(chosen === way ? follows : undefined) ?? previews[way]}
          chosen={chosen === way}
          onChoose={() => onChoose(way)}
        />
      ))}
    </fieldset>
  );
}

function WayOut({
  way,
  conflict,
  preview,
  chosen,
  onChoose,
}: {
  readonly way: Way;
  readonly conflict: Conflict;
  readonly preview: Preview | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const id = useId();
  return (
    <div className="kp-way" data-chosen={chosen ? "" : undefined}>
      <label className="kp-check">
        <input type="radio" name={`way ${conflict.path}`} checked={chosen} aria-describedby={id} onChange={onChoose} />
        <span>{wayWords[way][0]}</span>
      </label>
      <div className="kp-way-follows">
        <p className="small quiet" id={id}>
          {preview === undefined ? "The result depends on the other fields." : previewWords(conflict, preview)}
        </p>
        {preview?.answer.kind === "accepted" ? (
          <FollowingFields object={preview.answer.object} label={`managedFields after ${way}`} />
        ) : null}
      </div>
    </div>
  );
}
