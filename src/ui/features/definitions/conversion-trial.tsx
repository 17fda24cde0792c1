import { useEffect } from "react";
import { ChangeList } from "../../code/change-list.tsx";
import { CodeEditor } from "../../code/code-editor.tsx";
import { CodeView } from "../../code/code-view.tsx";
import { Note } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { show } from "./bench-actions.ts";
import { drafts } from "./draft-store.ts";
import { exampleObject } from "./model/example-object.ts";
import type { WrittenVersionOf } from "./model/written-definition.ts";
import type { TabProps } from "./schema-tab.tsx";
import { textsOf } from "../../texts/texts.ts";
import type { TrialOutcome } from "./try-conversion.ts";
import { useTrialConversion } from "./use-trial-conversion.ts";

/** Runs the conversion function on one object, to the other version and back. */
export function ConversionTrialPane({
  bench,
  definition,
  version: from,
  source,
}: TabProps & { readonly source: string }) {
  const narrow = useNarrow();
  const { versions } = definition;
  const to =
    versions.find(({ name }) => name === bench.route.parameters["to"] && name !== from.name) ??
    versions.find(({ name }) => name !== from.name) ??
    from;
  const place = `${bench.place} conversion ${from.name}`;
  const text = useExample(place, { bench, definition, version: from });
  const edit = drafts.use((state) => state.edit);
  const outcome = useTrialConversion(source, definition, from, to, text);
  const given = (
    <div className="column fill kp-conversion-given">
      <CodeEditor
        key={place}
        label="Object to convert"
        language="yaml"
        value={text ?? ""}
        onValue={(next) => edit(place, { text: next })}
      />
    </div>
  );
  const answer = <Outcome outcome={outcome} from={from} to={to} />;
  return (
    <section className="column fill" aria-label="Trial of the conversion">
      <div className="kp-body-bar row wrap">
        <label className="row">
          <span className="quiet">From</span>
          <Select
            aria-label="From version"
            options={versions.map(({ name }) => [name, name] as const)}
            value={from.name}
            onValue={(v) => show(bench, { v, to: undefined })}
          />
        </label>
        <label className="row">
          <span className="quiet">to</span>
          <Select
            aria-label="To version"
            options={versions.filter(({ name }) => name !== from.name).map(({ name }) => [name, name] as const)}
            value={to.name}
            onValue={(next) => show(bench, { to: next })}
          />
        </label>
        <p role="status" className="grow">
          {outcomeInWords(outcome, from, to)}
        </p>
      </div>
      {narrow ? (
        <>
          {given}
          {answer}
        </>
      ) : (
        <Panes
          id="conversion-trial"
          panes={[
            { id: "given", size: 46, min: 160, content: given },
            { id: "converted", size: 54, min: 160, content: answer },
          ]}
        />
      )}
    </section>
  );
}

/** Returns the test object's text, initially a full example of the version. */
function useExample(place: string, { definition, version }: TabProps): string | undefined {
  const page = usePage();
  const text = drafts.use((state) => state.drafts[place]?.text);
  const edit = drafts.use((state) => state.edit);
  useEffect(() => {
    if (text === undefined)
      void textsOf(page)
        .print(exampleObject(definition, version, "full"))
        .then((example) => edit(place, { text: example }));
  }, [page, text, edit, place, definition, version]);
  return text;
}

function outcomeInWords(outcome: TrialOutcome | undefined, from: WrittenVersionOf, to: WrittenVersionOf): string {
  switch (outcome?.kind) {
    case undefined:
      return "Trying…";
    case "unreadable":
      return "The object is not valid YAML yet.";
    case "failed":
      return `From ${outcome.direction}, the conversion fails.`;
    case "converted":
      return outcome.changes.length === 0
        ? `From ${from.name} to ${to.name} and back: nothing is lost.`
        : `From ${from.name} to ${to.name} and back: the object changes.`;
  }
}

function Outcome({
  outcome,
  from,
  to,
}: {
  readonly outcome: TrialOutcome | undefined;
  readonly from: WrittenVersionOf;
  readonly to: WrittenVersionOf;
}) {
  if (outcome === undefined) return null;
  if (outcome.kind !== "converted")
    return (
      <div className="fill scroll pad">
        <Note tone="error">
          <span className="kp-problem-words">{outcome.message}</span>
        </Note>
      </div>
    );
  const { problems, dropped, changes, text } = outcome;
  return (
    <div className="column fill scroll" tabIndex={0} role="region" aria-label="Result of the conversion">
      {problems.length === 0 ? null : (
        <div className="pad stack">
          {problems.map(({ field, message }, i) => (
            <Note key={i} tone="error">
              Version {to.name} would refuse it: {field === "" ? null : <code>{field}</code>}{" "}
              <span className="kp-problem-words">{message}</span>
            </Note>
          ))}
        </div>
      )}
      {dropped.length === 0 ? null : (
        <div className="pad stack">
          <Note tone="warning">
            Version {to.name} does not know all that the function returns. The server takes away:
          </Note>
          <div className="kp-boxed">
            <ChangeList label="What is removed" changes={dropped} />
          </div>
        </div>
      )}
      {changes.length === 0 ? null : (
        <div className="pad stack">
          <Note tone="warning">After the way back to {from.name}, this is not as it was:</Note>
          <div className="kp-boxed">
            <ChangeList label="What the round trip changes" changes={changes} />
          </div>
        </div>
      )}
      <div className="kp-conversion-result">
        <CodeView label={`In version ${to.name}`} language="yaml" text={text} />
      </div>
    </div>
  );
}
