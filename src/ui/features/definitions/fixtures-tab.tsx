import { useMemo, useState } from "react";
import type { DefinitionLesson } from "../../../scenarios/definitions/definition-lesson.ts";
import { EmptyState, Note } from "../../design/feedback.tsx";
import type { ListChange } from "../../workbench/drafts.ts";
import { expectedInWords, FixturesView } from "../../workbench/fixtures.tsx";
import { drafts } from "./draft-store.ts";
import { DefinitionFixtureEditor } from "./fixture-editor.tsx";
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
  const kept = drafts.use((state) => state.fixtures[definition.name]);
  const changeFixtures = drafts.use((state) => state.changeFixtures);
  const fixtures = kept ?? lesson?.fixtures ?? none;
  const change = (made: ListChange<FixtureText>) => changeFixtures(definition.name, made, fixtures);
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
  if (row === undefined)
    return (
      <div className="column fill">
        {toolbar}
        <EmptyState icon="definitions" title="No fixtures yet">
          A fixture is an object or an update, with its expected result. Fixtures show which rules work, and can be
          exported as a test.
        </EmptyState>
      </div>
    );
  return (
    <FixturesView
      id="fixtures"
      bar={toolbar}
      summary={summary(fixtures, judged)}
      trouble={judged.trouble}
      matrix={<FixtureMatrix fixtures={fixtures} judged={judged} place={shown} onPlace={setPlace} />}
      legend={legend}
      explanation={
        <Explanation
          key={row.id}
          row={row}
          judged={judged}
          column={place?.id === row.id ? place.column : undefined}
          schema={version.schema}
        />
      }
      editor={
        <DefinitionFixtureEditor
          key={row.id}
          row={row}
          onChange={(next) => change((before) => before.map((item) => (item.id === next.id ? next : item)))}
          onRemove={() => change((before) => before.filter(({ id }) => id !== row.id))}
        />
      }
    />
  );
}

const legend = outcomes.map((outcome) => [outcomeSign(outcome), outcomeWords(outcome)] as const);

/** Counts the fixtures that have the expected result. */
function summary(fixtures: readonly FixtureText[], { byId }: Judged): string {
  const known = fixtures.filter(({ id }) => byId.has(id));
  if (known.length === 0) return "Checking…";
  const good = known.filter(({ id, expect }) => (byId.get(id)?.problems.length === 0) === (expect === "accept"));
  return expectedInWords(good.length, known.length);
}

interface ExplanationProps {
  readonly row: FixtureText;
  readonly judged: Judged;
  readonly column: CellPlace["column"] | undefined;
  readonly schema: TabProps["version"]["schema"];
}

/** Explains the verdict of the selected cell, or of the whole row if no cell is selected. */
function Explanation({ row, judged: { byId, verdicts }, column, schema }: ExplanationProps) {
  const verdict = byId.get(row.id);
  const at = typeof column === "number" ? column : undefined;
  const [rule, found] = at === undefined ? [] : [verdicts?.rules[at], verdict?.rules[at]];
  const problems = useMemo(() => (column === "schema" ? verdict?.schema : verdict?.problems) ?? [], [column, verdict]);
  return (
    <div className="column fill scroll pad" role="group" aria-label="Explanation" tabIndex={0}>
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
    </div>
  );
}
