import { memo } from "react";
import type { PolicyVerdict, WrittenPolicy } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { formatCost } from "../../cel/cost-words.ts";
import { outcomeSign, outcomeWord, verdictWords } from "./model/outcome-words.ts";
import type { Matrix } from "./use-matrix.ts";
import { GridCell, useGridKeys } from "../../workbench/fixtures.tsx";

/** A policy as a column of the matrix. */
export interface MatrixColumn extends WrittenPolicy {
  readonly kind: string;
  readonly name: string;
  readonly isDraft?: boolean;
}

/** A cell of the matrix: a fixture and the index of a column. */
export interface MatrixPlace {
  readonly id: string;
  readonly column: number;
}

interface MatrixProps {
  readonly fixtures: readonly PolicyFixture[];
  readonly columns: readonly MatrixColumn[];
  readonly matrix: Matrix;
  readonly place: MatrixPlace;
  readonly onPlace: (place: MatrixPlace) => void;
}

/** The table of fixtures and policies. The arrow keys move among its cells. */
export const PolicyMatrix = memo(({ fixtures, columns, matrix, place, onPlace }: MatrixProps) => {
  const keys = useGridKeys({
    rows: fixtures.length,
    columns: columns.length,
    row: fixtures.findIndex(({ id }) => id === place.id),
    column: place.column,
    onMove: (row, column) => onPlace({ id: fixtures[row]?.id ?? "", column }),
  });
  return (
    <div className="fill scroll kp-matrix-view">
      <table className="kp-matrix" role="grid" aria-label="Fixtures and policies" {...keys}>
        <thead>
          <tr>
            <th scope="col">Fixture</th>
            {columns.map((column) => (
              <th key={`${column.kind}/${column.name}`} scope="col" title={`${column.kind} ${column.name}`}>
                <span className="clip">{column.isDraft === true ? "this draft" : column.name}</span>
                <span className="clip quiet kp-matrix-kind">{shortKind(column.kind)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fixtures.map((fixture) => (
            <Row
              key={fixture.id}
              fixture={fixture}
              columns={columns}
              verdicts={matrix.rows.get(fixture.id)}
              here={place.id === fixture.id ? place.column : undefined}
              onPlace={onPlace}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const shortKinds: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: "validating policy",
  MutatingAdmissionPolicy: "mutating policy",
  ValidatingWebhookConfiguration: "validating webhooks",
  MutatingWebhookConfiguration: "mutating webhooks",
};
const shortKind = (kind: string): string => shortKinds[kind] ?? kind;

interface RowProps {
  readonly fixture: PolicyFixture;
  readonly columns: readonly MatrixColumn[];
  readonly verdicts: readonly PolicyVerdict[] | undefined;
  readonly here: number | undefined;
  readonly onPlace: (place: MatrixPlace) => void;
}

const signs = { CREATE: "+", UPDATE: "⇢", DELETE: "−" } as const;

function Row({ fixture, columns, verdicts, here, onPlace }: RowProps) {
  return (
    <tr data-selected={here === undefined ? undefined : ""}>
      <th scope="row">
        <span className="kp-policy-fixture" title={`${fixture.operation} ${fixture.name}`}>
          <span className="quiet" aria-hidden="true">
            {signs[fixture.operation]}
          </span>
          <span className="clip">{fixture.name}</span>
        </span>
      </th>
      {columns.map((column, i) => (
        <td key={`${column.kind}/${column.name}`}>
          <Cell
            fixture={fixture}
            column={column}
            verdict={verdicts?.[i]}
            selected={here === i}
            onSelect={() => onPlace({ id: fixture.id, column: i })}
          />
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  readonly fixture: PolicyFixture;
  readonly column: MatrixColumn;
  readonly verdict: PolicyVerdict | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Cell({ fixture, column, verdict, selected, onSelect }: CellProps) {
  const expected = column.isDraft === true && verdict !== undefined ? verdict.outcome === fixture.expect : undefined;
  const who = column.isDraft === true ? "this draft" : column.name;
  const words = verdict === undefined ? "not evaluated yet" : verdictWords(verdict);
  const label = `${fixture.name}, ${who}: ${words}${expected === false ? `, expected ${outcomeWord(fixture.expect)}` : ""}`;
  return (
    <GridCell label={label} selected={selected} onSelect={onSelect} title={words} data-outcome={verdict?.outcome}>
      {verdict === undefined ? (
        "…"
      ) : (
        <>
          <b aria-hidden="true">{outcomeSign(verdict.outcome)}</b>
          <span>{outcomeWord(verdict.outcome)}</span>
          {verdict.cost === 0 ? null : <span className="small quiet">{formatCost(verdict.cost)}</span>}
          {verdict.outcome === "unmatched" ? null : (
            <span className="kp-cell-reason small quiet">{verdict.message}</span>
          )}
          {expected === false ? <span className="kp-unexpected">≠</span> : null}
        </>
      )}
    </GridCell>
  );
}
