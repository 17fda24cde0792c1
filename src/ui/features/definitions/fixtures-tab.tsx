import { useMemo, useState, type ReactNode } from "react";
import type { DefinitionLesson } from "../../../scenarios/definitions/definition-lesson.ts";
import { plural } from "../../data/words.ts";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { drafts } from "./draft-store.ts";
import { FixtureEditor } from "./fixture-editor.tsx";
import { FixtureMatrix, type CellPlace } from "./fixture-matrix.tsx";
import { FixtureToolbar } from "./fixture-toolbar.tsx";
import type { FixtureText } from "./model/fixtures.ts";
import { RuleExplanation } from "./rule-explanation.tsx";
import type { TabProps } from "./schema-tab.tsx";
import { useVerdicts, type Judged } from "./use-verdicts.ts";
import { outcomeSign, outcomes, outcomeWords } from "./verdict-words.ts";

const none: readonly FixtureText[] = [];

/** The fixture matrix: one row per fixture, one column per rule, and in each cell the engine's verdict. */
export function FixturesTab({
  bench,
  definition,
  version,
  lesson,
}: TabProps & { readonly lesson: DefinitionLesson | undefined }) {
  const narrow = useNarrow();
  const kept = drafts.use((state) => state.fixtures[definition.name]);
  const setFixtures = drafts.use((state) => state.setFixtures);
  const fixtures = kept ?? lesson?.fixtures ?? none;
  const change = (next: readonly FixtureText[]) => setFixtures(definition.name, next);
  const judged = useVerdicts(definition.spec, version.name, fixtures);
  const [place, setPlace] = useState<CellPlace | undefined>(undefined);
  const row = fixtures.find(({ id }) => id === place?.id) ?? fixtures[0];
  const shown = useMemo<CellPlace>(() => place ?? { id: row?.id ?? "", column: "name" }, [place, row?.id]);
  const toolbar = (
    <FixtureToolbar
      bench={bench}
      definition={definition}
      version={version}
      fixtures={fixtures}
      judged={judged}
      onChange={change}
      onAdded={(id) => setPlace({ id, column: "name" })}
    />
  );
  if (fixtures.length === 0)
    return (
      <div className="column fill">
        {toolbar}
        <EmptyState icon="definitions" title="No fixtures yet">
          A fixture is an object or an update, with its expected result. Fixtures show which rules work, and can be
          exported as a test.
        </EmptyState>
      </div>
    );
  const edit = (next: FixtureText) => change(fixtures.map((item) => (item.id === next.id ? next : item)));
  const remove = (id: string) => change(fixtures.filter((item) => item.id !== id));
  const matrix = <Matrix fixtures={fixtures} judged={judged} place={shown} onPlace={setPlace} />;
  const column = place !== undefined && place.id === row?.id ? place.column : undefined;
  const details: RowDetailsProps | undefined = row && {
    row,
    judged,
    column,
    schema: version.schema,
    onChange: edit,
    onRemove: () => remove(row.id),
  };
  return narrow ? (
    <StackedFixtures toolbar={toolbar} matrix={matrix} details={details} />
  ) : (
    <PanedFixtures toolbar={toolbar} matrix={matrix} details={details} trouble={judged.trouble} />
  );
}

interface FixturesLayout {
  readonly toolbar: ReactNode;
  readonly matrix: ReactNode;
  /** The details of the selected row. */
  readonly details: RowDetailsProps | undefined;
}

/** The layout for narrow screens, with all parts stacked. */
function StackedFixtures({ toolbar, matrix, details }: FixturesLayout) {
  return (
    <div className="column fill scroll kp-bench-stack" tabIndex={0} role="region" aria-label="Fixtures">
      {toolbar}
      {matrix}
      {details === undefined ? null : (
        <>
          <Explanation {...details} />
          <FixtureEditor key={details.row.id} {...details} />
        </>
      )}
    </div>
  );
}

/** The default layout with the matrix above the selected row, in resizable panes. */
function PanedFixtures({ toolbar, matrix, details, trouble }: FixturesLayout & { readonly trouble: string }) {
  return (
    <div className="column fill">
      {toolbar}
      {trouble === "" ? null : (
        <div className="pad">
          <Note tone="warning">{trouble}</Note>
        </div>
      )}
      <Panes
        id="fixtures"
        direction="vertical"
        panes={[
          { id: "matrix", size: 44, min: 120, content: matrix },
          {
            id: "fixture",
            size: 56,
            min: 140,
            content: details === undefined ? null : <RowDetails key={details.row.id} {...details} />,
          },
        ]}
      />
    </div>
  );
}

interface MatrixProps {
  readonly fixtures: readonly FixtureText[];
  readonly judged: Judged;
  readonly place: CellPlace;
  readonly onPlace: (place: CellPlace) => void;
}

function Matrix(props: MatrixProps) {
  const { fixtures, judged } = props;
  return (
    <div className="column fill">
      <p className="kp-dry-head small quiet" role="status">
        {summary(fixtures, judged)}
      </p>
      <FixtureMatrix {...props} />
      <p className="kp-legend small quiet">
        {outcomes.map((outcome) => (
          <span key={outcome}>
            <b>{outcomeSign(outcome)}</b> {outcomeWords(outcome)}
          </span>
        ))}
        <span>Numbers are costs.</span>
      </p>
    </div>
  );
}

/** Counts the fixtures that have the expected result. */
function summary(fixtures: readonly FixtureText[], { byId }: Judged): string {
  const known = fixtures.filter(({ id }) => byId.has(id));
  if (known.length === 0) return "Checking…";
  const good = known.filter(({ id, expect }) => (byId.get(id)?.problems.length === 0) === (expect === "accept"));
  return good.length === known.length
    ? `${plural(known.length, "fixture")}, all as expected.`
    : `${good.length} of ${plural(known.length, "fixture")} as expected.`;
}

interface RowDetailsProps {
  readonly row: FixtureText;
  readonly judged: Judged;
  readonly column: CellPlace["column"] | undefined;
  readonly schema: TabProps["version"]["schema"];
  readonly onChange: (row: FixtureText) => void;
  readonly onRemove: () => void;
}

function RowDetails({ row, judged, column, schema, onChange, onRemove }: RowDetailsProps) {
  return (
    <Panes
      id="fixture-details"
      panes={[
        {
          id: "fixture text",
          size: 50,
          min: 160,
          content: <FixtureEditor row={row} onChange={onChange} onRemove={onRemove} />,
        },
        {
          id: "explanation",
          size: 50,
          min: 160,
          content: <Explanation row={row} judged={judged} column={column} schema={schema} />,
        },
      ]}
    />
  );
}

/** Explains the verdict of the selected cell, or of the whole row if no cell is selected. */
function Explanation({
  row,
  judged: { byId, verdicts },
  column,
  schema,
}: Omit<RowDetailsProps, "onChange" | "onRemove">) {
  const verdict = byId.get(row.id);
  const at = typeof column === "number" ? column : undefined;
  const [rule, found] = at === undefined ? [] : [verdicts?.rules[at], verdict?.rules[at]];
  const problems = useMemo(() => (column === "schema" ? verdict?.schema : verdict?.problems) ?? [], [column, verdict]);
  return (
    <section className="column fill scroll pad" aria-label="Explanation" tabIndex={0}>
      {verdict === undefined ? (
        <p className="quiet">Checking…</p>
      ) : rule !== undefined && found !== undefined && schema !== undefined ? (
        <RuleExplanation schema={schema} rule={rule} verdict={found} fixture={verdict} />
      ) : (
        <div className="stack">
          <strong>{column === "schema" ? "The schema, without its rules" : row.name}</strong>
          {problems.length === 0 ? (
            <Note tone="added">{column === "schema" ? "No problems." : "The server would accept this."}</Note>
          ) : (
            <ul className="stack" aria-label="Problems of the fixture">
              {problems.map((problem, i) => (
                <li key={i}>
                  <Note tone="error">
                    {problem.field === "" ? null : <code>{problem.field}</code>}{" "}
                    <span className="kp-problem-words">{problem.message}</span>
                  </Note>
                </li>
              ))}
            </ul>
          )}
          {verdict.warnings.map((warning) => (
            <Note key={warning} tone="warning">
              {warning}
            </Note>
          ))}
          <p className="quiet small">Select a cell to see why a rule passes or fails.</p>
        </div>
      )}
    </section>
  );
}
