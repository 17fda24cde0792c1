import { useCallback, useMemo } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { usePage } from "../../state/page.ts";
import { isInstalledAsWritten } from "./bench.ts";
import { install } from "./bench-actions.ts";
import { write, type Stored } from "../../data/write-object.ts";
import { drafts } from "./draft-store.ts";
import { isEstablished } from "./installed-store.ts";
import type { LineMarks } from "../../texts/line-marks.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { exampleObject, type ExampleSize } from "./model/example-object.ts";
import { collectionOf } from "./model/written-definition.ts";
import { ProblemList } from "../../texts/problem-list.tsx";
import { RuleExplanation } from "./rule-explanation.tsx";
import type { TabProps } from "./schema-tab.tsx";
import { textsOf } from "../../texts/texts.ts";
import { useTrial, type Check } from "./use-check.ts";
import { useReading } from "../../texts/use-reading.ts";
import { useVerdicts } from "./use-verdicts.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";

/** Example objects: generated from the schema, edited, validated with a dry run, and created. */
export function ExamplesTab(props: TabProps) {
  const { bench, definition, version } = props;
  const page = usePage();
  const place = `${bench.place} example ${version.name}`;
  const text = drafts.use((state) => state.drafts[place]?.text);
  const edit = drafts.use((state) => state.edit);
  const fill = async (size: ExampleSize) =>
    edit(place, { text: await textsOf(page).print(exampleObject(definition, version, size)) });
  if (text === undefined) {
    return (
      <EmptyState
        icon="objects"
        title={`An example ${definition.kind}`}
        actions={
          <>
            <Button tone="primary" onClick={() => void fill("minimal")}>
              Minimal example
            </Button>
            <Button onClick={() => void fill("full")}>Full example</Button>
          </>
        }
      >
        A minimal example has only the required fields, a full one has all fields. Values match the schema as far as
        possible. The server reports what rules require.
      </EmptyState>
    );
  }
  return (
    <ExampleBench
      {...props}
      place={place}
      text={text}
      onText={(next) => edit(place, { text: next })}
      onFill={(size) => void fill(size)}
    />
  );
}

interface ExampleBenchProps extends TabProps {
  readonly place: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFill: (size: ExampleSize) => void;
}

/** Validates the example with the installed definition, and creates it on request. */
function useExample({ bench, definition, version, place, text }: Omit<ExampleBenchProps, "onText" | "onFill">) {
  const page = usePage();
  const isServed = bench.live !== undefined && isEstablished(bench.live) && version.served;
  const send = useCallback(
    (manifest: unknown, dryRun: boolean, signal?: AbortSignal): Promise<Stored> =>
      write(page, {
        target: collectionOf(definition, version.name, namespaceOf(manifest)),
        manifest,
        dryRun,
        ...(signal !== undefined && { signal }),
      }),
    [page, definition, version.name],
  );
  const reading = useReading(place, text);
  const check = useTrial({
    owner: place,
    reading,
    document: 0,
    attempt: isServed ? (manifest, signal) => send(manifest, true, signal) : undefined,
    against: isServed ? bench.live?.metadata.resourceVersion : "none",
  });
  const create = async () => {
    const manifest = reading?.documents[0]?.value;
    const words = await send(manifest, false).then(
      ({ object }) =>
        `${definition.kind} ${object.metadata.name ?? ""} is created at revision ${object.metadata.resourceVersion ?? ""}.`,
      messageOf,
    );
    page.toasts.add({ description: words });
  };
  return { isServed, check, create };
}

function ExampleBench(props: ExampleBenchProps) {
  const { bench, definition, version, text, onText, onFill } = props;
  const { isServed, check, create } = useExample(props);
  const { host, marks } = useLineMarks(check.problems);
  const editor = (
    <div className="column fill" ref={host}>
      <CodeEditor
        label="Example"
        language="yaml"
        value={text}
        onValue={onText}
        onSubmit={() => void create()}
        attach={marks.attach}
      />
    </div>
  );
  const answer = (
    <Answer
      bench={bench}
      definition={definition}
      version={version}
      text={text}
      check={check}
      isServed={isServed}
      marks={marks}
    />
  );
  return (
    <div className="column fill">
      <ExampleBar name={definition.name} text={text} check={check} onFill={onFill} onCreate={() => void create()} />
      <Panes
        id="example"
        direction="vertical"
        panes={[
          { id: "example", size: 52, min: 100, content: editor },
          { id: "answer", size: 48, min: 90, content: answer },
        ]}
      />
    </div>
  );
}

interface ExampleBarProps {
  readonly name: string;
  readonly text: string;
  readonly check: Check;
  readonly onFill: (size: ExampleSize) => void;
  readonly onCreate: () => void;
}

/** The actions for an example. */
function ExampleBar({ name, text, check, onFill, onCreate }: ExampleBarProps) {
  return (
    <div className="kp-body-bar row wrap">
      <Button size="small" onClick={() => onFill("minimal")}>
        Minimal example
      </Button>
      <Button size="small" onClick={() => onFill("full")}>
        Full example
      </Button>
      <KeepAsFixture name={name} text={text} expect={check.kind === "refused" ? "refuse" : "accept"} />
      <span className="grow" />
      <Button size="small" tone="primary" icon="plus" disabled={check.kind !== "accepted"} onClick={onCreate}>
        Create
      </Button>
    </div>
  );
}

function namespaceOf(manifest: unknown): string {
  const metadata = isRecord(manifest) && isRecord(manifest["metadata"]) ? manifest["metadata"] : {};
  return typeof metadata["namespace"] === "string" ? metadata["namespace"] : "default";
}

function KeepAsFixture({
  name,
  text,
  expect,
}: {
  readonly name: string;
  readonly text: string;
  readonly expect: "accept" | "refuse";
}) {
  const page = usePage();
  const changeFixtures = drafts.use((state) => state.changeFixtures);
  const keep = () => {
    changeFixtures(name, (before) => [
      ...before,
      { id: page.newId(), name: `example ${before.length + 1}`, object: text, expect },
    ]);
    page.toasts.add({ description: "Saved the example as a fixture." });
  };
  return (
    <Button size="small" onClick={keep}>
      Save as a fixture
    </Button>
  );
}

interface AnswerProps extends TabProps {
  readonly text: string;
  readonly check: Check;
  readonly isServed: boolean;
  readonly marks: LineMarks;
}

/** The server's response to the example, with explanations of the rules. */
function Answer({ bench, definition, version, text, check, isServed, marks }: AnswerProps) {
  const page = usePage();
  const fixtures = useMemo(() => [{ id: "example", object: text }], [text]);
  const judged = useVerdicts(definition.spec, version.name, fixtures);
  const verdict = judged.byId.get("example");
  const broken = (judged.verdicts?.rules ?? []).flatMap((rule, i) => {
    const found = verdict?.rules[i];
    return found !== undefined && (found.outcome === "broken" || found.outcome === "failed") ? [{ rule, found }] : [];
  });
  return (
    <section className="column fill" aria-label="What the server says" aria-live="polite">
      <p className="kp-dry-head small" role="status" data-kind={check.kind}>
        {isServed ? answerInWords(check) : "Not installed: the server does not serve the kind yet."}
      </p>
      <div className="fill scroll pad stack" tabIndex={0} role="region" aria-label="Answer">
        {isServed ? null : (
          <Note>
            <p>
              Install the definition and the server checks the example while you type. Until then the same engine
              validates it against the definition in the editor.
            </p>
            <p>
              <Button size="small" disabled={bench.check.kind !== "accepted"} onClick={() => void install(page, bench)}>
                Install the definition
              </Button>
            </p>
          </Note>
        )}
        {isServed && !isInstalledAsWritten(bench) ? (
          <Note tone="warning">
            The installed definition differs from the text. The server validates against the installed one, the rules
            below use the text.
          </Note>
        ) : null}
        <ProblemList label="Problems of the example" problems={check.problems} onGo={({ line }) => marks.goTo(line)} />
        {isServed || verdict === undefined ? null : (
          <Verdict
            problems={verdict.problems.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`))}
          />
        )}
        {judged.trouble === "" ? null : <Note tone="warning">{judged.trouble}</Note>}
        {version.schema === undefined || verdict === undefined
          ? null
          : broken.map(({ rule, found }) => (
              <RuleExplanation
                key={`${rule.path.join(".")} ${rule.index}`}
                schema={version.schema ?? {}}
                rule={rule}
                verdict={found}
                fixture={verdict}
              />
            ))}
      </div>
    </section>
  );
}

function Verdict({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return <Note tone="added">The definition in the editor accepts it.</Note>;
  return (
    <ul className="stack" aria-label="Problems">
      {problems.map((problem, i) => (
        <li key={i}>
          <Note tone="error">
            <span className="kp-problem-words">{problem}</span>
          </Note>
        </li>
      ))}
    </ul>
  );
}

function answerInWords(check: Check): string {
  switch (check.kind) {
    case "waiting":
      return "Dry run: waiting for the server…";
    case "empty":
      return "There is nothing to check yet.";
    case "unreadable":
      return "The text is not valid YAML yet.";
    case "refused":
      return "Dry run: the server would reject this.";
    case "accepted":
      return "Dry run: the server would create this.";
  }
}
