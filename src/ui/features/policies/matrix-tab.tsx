import { useMemo, useState } from "react";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { plural } from "../../data/words.ts";
import { EmptyState } from "../../design/feedback.tsx";
import { Check } from "../../design/field.tsx";
import type { ListChange } from "../../workbench/drafts.ts";
import { expectedInWords, FixturesView } from "../../workbench/fixtures.tsx";
import type { BenchTabProps } from "./bench-tab.ts";
import { FixtureBar } from "./fixture-bar.tsx";
import { PolicyFixtureEditor } from "./policy-fixture-editor.tsx";
import { outcomes, outcomeSign, outcomeWord } from "./model/outcome-words.ts";
import { PolicyMatrix, type MatrixColumn, type MatrixPlace } from "./policy-matrix.tsx";
import { policyDrafts } from "./policy-store.ts";
import { isInEffect, policiesOf, serverPolicies } from "./server-policies.ts";
import { useMatrix, type Matrix } from "./use-matrix.ts";
import { VerdictPane } from "./verdict-pane.tsx";

const noColumns: readonly MatrixColumn[] = [];
const legend = outcomes.map((outcome) => [outcomeSign(outcome), outcomeWord(outcome)] as const);

/** The matrix: a row for each fixture, a column for each policy, and in each cell what the policy does with it. */
export function MatrixTab(props: BenchTabProps) {
  const { bench } = props;
  const { fixtures, place: owner } = bench;
  const changeFixtures = policyDrafts.use((state) => state.changeFixtures);
  const [withOthers, setWithOthers] = useState(true);
  const columns = useColumns(props, withOthers);
  const matrix = useMatrix(columns, fixtures);
  const wanted = bench.route.parameters["row"];
  const [place, setPlace] = useState<MatrixPlace | undefined>(
    wanted === undefined ? undefined : { id: wanted, column: 0 },
  );
  const row = fixtures.find(({ id }) => id === place?.id) ?? fixtures[0];
  const shown = useMemo<MatrixPlace>(
    () => ({ id: row?.id ?? "", column: Math.min(place?.column ?? 0, columns.length - 1) }),
    [row?.id, place?.column, columns.length],
  );
  const change = (made: ListChange<PolicyFixture>) => changeFixtures(owner, made, fixtures);
  const bar = (
    <FixtureBar
      policy={props.policy}
      onChange={change}
      onAdded={(id) => setPlace({ id, column: 0 })}
      end={<Check label="with the server's policies" checked={withOthers} onChecked={setWithOthers} />}
    />
  );
  if (row === undefined)
    return (
      <div className="column fill">
        {bar}
        <EmptyState icon="policies" title="No fixtures yet">
          A fixture is a request that is thought of: an object to create, to update or to delete. The matrix shows what
          each policy would do with it.
        </EmptyState>
      </div>
    );
  const table = <PolicyMatrix fixtures={fixtures} columns={columns} matrix={matrix} place={shown} onPlace={setPlace} />;
  const verdict = (
    <VerdictPane
      key={`${row.id} ${shown.column}`}
      fixture={row}
      column={columns[shown.column]}
      verdict={matrix.rows.get(row.id)?.[shown.column]}
    />
  );
  const editor = (
    <PolicyFixtureEditor
      key={row.id}
      fixture={row}
      onChange={(next) => change((before) => before.map((one) => (one.id === next.id ? next : one)))}
      onRemove={() => change((before) => before.filter(({ id }) => id !== row.id))}
    />
  );
  return (
    <FixturesView
      id="policy-matrix"
      bar={bar}
      summary={summary(fixtures, matrix)}
      trouble={matrix.trouble}
      matrix={table}
      legend={legend}
      explanation={verdict}
      editor={editor}
    />
  );
}

/** The draft, and the policies in effect in the order in which the server asks them. */
function useColumns({ written, policy }: BenchTabProps, withOthers: boolean): readonly MatrixColumn[] {
  const stored = serverPolicies.use((state) => state.objects);
  const others = useMemo(
    () =>
      withOthers
        ? policiesOf({ objects: stored }).filter(
            (one) => isInEffect(one) && !(one.kind === policy.kind && one.name === policy.name),
          )
        : noColumns,
    [stored, withOthers, policy.kind, policy.name],
  );
  return useMemo(
    () => [{ ...written, kind: policy.kind, name: policy.name, isDraft: true }, ...others],
    [written, policy.kind, policy.name, others],
  );
}

/** Counts the fixtures for which the draft does what they expect. */
function summary(fixtures: readonly PolicyFixture[], { rows, running }: Matrix): string {
  const known = fixtures.filter(({ id }) => rows.has(id));
  if (running) return `Evaluating… ${known.length} of ${plural(fixtures.length, "fixture")}`;
  return expectedInWords(known.filter(({ id, expect }) => rows.get(id)?.[0]?.outcome === expect).length, known.length);
}
