import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useRef, type ReactNode, type RefObject } from "react";
import type { FixtureVerdict, RulePlaceOf, RuleVerdict } from "../../../client/definitions.ts";
import { formatCost, formatPath } from "../../cel/cost-words.ts";
import type { FixtureText } from "./model/fixtures.ts";
import type { Judged } from "./use-verdicts.ts";
import { outcomeSign, outcomeWords } from "./verdict-words.ts";
import { GridCell, useGridKeys } from "../../workbench/fixtures.tsx";

/** A cell of the matrix: a fixture id and a column, which is the name, the result, the schema or a rule index. */
export interface CellPlace {
  readonly id: string;
  readonly column: "name" | "end" | "schema" | number;
}

interface MatrixProps {
  readonly fixtures: readonly FixtureText[];
  readonly judged: Judged;
  readonly place: CellPlace;
  readonly onPlace: (place: CellPlace) => void;
}

/** The matrix of fixtures and rules with arrow key navigation. Columns of rules are virtualized. */
export const FixtureMatrix = memo(({ fixtures, judged, place, onPlace }: MatrixProps) => {
  const rules = judged.verdicts?.rules ?? none;
  const viewport = useRef<HTMLDivElement>(null);
  const { columns, before, after, reveal } = useColumns(rules.length, viewport);
  const keys = useGridKeys({
    rows: fixtures.length,
    columns: fixedColumns.length + rules.length,
    row: fixtures.findIndex(({ id }) => id === place.id),
    column: numberOf(place.column),
    onMove(row, column) {
      reveal(column - fixedColumns.length);
      onPlace({ id: fixtures[row]?.id ?? "", column: fixedColumns[column] ?? column - fixedColumns.length });
    },
  });
  return (
    <div className="fill scroll kp-matrix-view" ref={viewport}>
      <table
        className="kp-matrix"
        role="grid"
        aria-label="Fixtures and rules"
        aria-colcount={fixedColumns.length + rules.length}
        {...keys}
      >
        <thead>
          <tr>
            <th scope="col">Fixture</th>
            <th scope="col">Ends</th>
            <th scope="col">Schema</th>
            <Gap width={before} />
            {columns.map((i) => (
              <RuleHead key={i} rule={rules[i]} column={i} />
            ))}
            <Gap width={after} />
          </tr>
        </thead>
        <tbody>
          {fixtures.map((fixture) => (
            <Row
              key={fixture.id}
              fixture={fixture}
              verdict={judged.byId.get(fixture.id)}
              rules={rules}
              columns={columns}
              before={before}
              after={after}
              here={place.id === fixture.id ? place.column : undefined}
              onPlace={onPlace}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const none: readonly RulePlaceOf[] = [];
const fixedColumns = ["name", "end", "schema"] as const;
const numberOf = (column: CellPlace["column"]): number =>
  typeof column === "number" ? fixedColumns.length + column : fixedColumns.indexOf(column);

const columnWidth = 136;
/** Up to this number of columns, all are rendered, so that the browser's find-in-page works. */
const wholeUpTo = 40;

interface Columns {
  readonly columns: readonly number[];
  /** The width of the columns that are not rendered, in pixels. */
  readonly before: number;
  readonly after: number;
  readonly reveal: (column: number) => void;
}

function useColumns(count: number, viewport: RefObject<HTMLElement | null>): Columns {
  const virtual = useVirtualizer({
    horizontal: true,
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => columnWidth,
    overscan: 4,
    enabled: count > wholeUpTo,
  });
  if (count <= wholeUpTo)
    return { columns: Array.from({ length: count }, (_, i) => i), before: 0, after: 0, reveal: () => undefined };
  const items = virtual.getVirtualItems();
  return {
    columns: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    reveal: (column) => virtual.scrollToIndex(Math.max(0, column)),
  };
}

const Gap = ({ width }: { readonly width: number }) =>
  width > 0 ? <td aria-hidden="true" style={{ minWidth: width }} /> : null;

interface RowProps {
  readonly fixture: FixtureText;
  readonly verdict: FixtureVerdict | undefined;
  readonly rules: readonly RulePlaceOf[];
  readonly columns: readonly number[];
  readonly before: number;
  readonly after: number;
  readonly here: CellPlace["column"] | undefined;
  readonly onPlace: (place: CellPlace) => void;
}

function Row({ fixture, verdict, rules, columns, before, after, here, onPlace }: RowProps) {
  const end = endOf(fixture, verdict);
  const cell = (column: CellPlace["column"], label: string, content: ReactNode, kind?: string) => (
    <GridCell
      label={label}
      selected={here === column}
      onSelect={() => onPlace({ id: fixture.id, column })}
      data-kind={kind}
    >
      {content}
    </GridCell>
  );
  return (
    <tr data-selected={here === undefined ? undefined : ""}>
      <th scope="row">
        {cell(
          "name",
          fixture.name,
          <span className="clip">
            {fixture.old === undefined ? "" : "⇢ "}
            {fixture.name}
          </span>,
        )}
      </th>
      <td>{cell("end", `${fixture.name}: ${end.words}`, end.short, end.kind)}</td>
      <td>
        {cell(
          "schema",
          schemaWords(fixture, verdict),
          verdict === undefined ? "…" : verdict.schema.length === 0 ? "✓" : `✗ ${verdict.schema.length}`,
          verdict === undefined || verdict.schema.length === 0 ? "held" : "broken",
        )}
      </td>
      <Gap width={before} />
      {columns.map((i) => {
        const [rule, found] = [rules[i], verdict?.rules[i]];
        if (rule === undefined || found === undefined) return <td key={i} />;
        const content = (
          <>
            <b>{outcomeSign(found.outcome)}</b>
            {found.runs === 0 ? null : <span className="small">{formatCost(found.cost)}</span>}
          </>
        );
        return (
          <td key={i} aria-colindex={fixedColumns.length + i + 1}>
            {cell(i, cellWords(fixture, rule, found), content, found.outcome)}
          </td>
        );
      })}
      <Gap width={after} />
    </tr>
  );
}

const cellWords = (
  { name }: FixtureText,
  { index, path }: RulePlaceOf,
  { outcome, problems, runs, cost }: RuleVerdict,
): string =>
  `${name}: rule ${index + 1} of ${formatPath(path)} ${outcomeWords(outcome)}${problems[0] === undefined ? "" : `: ${problems[0].message}`}${runs === 0 ? "" : `, cost ${formatCost(cost)}`}`;

function RuleHead({ rule, column }: { readonly rule: RulePlaceOf | undefined; readonly column: number }) {
  if (rule === undefined) return null;
  return (
    <th
      scope="col"
      title={`${formatPath(rule.path)}${rule.within === undefined ? "" : ` (within ${rule.within})`}: ${rule.rule}`}
      style={{ minWidth: columnWidth }}
      aria-colindex={fixedColumns.length + column + 1}
    >
      <span className="clip">
        {rule.path.length > 2 ? "…" : ""}
        {formatPath(rule.path.slice(-2))} · {rule.index + 1}
      </span>
      <code className="clip">{rule.rule}</code>
    </th>
  );
}

/** Describes a fixture's result and whether it is the expected one. */
function endOf(
  { expect }: FixtureText,
  verdict: FixtureVerdict | undefined,
): { readonly short: string; readonly words: string; readonly kind: string } {
  if (verdict === undefined) return { short: "…", words: "not checked yet", kind: "unreached" };
  const isAccepted = verdict.problems.length === 0;
  const asExpected = isAccepted === (expect === "accept");
  const word = isAccepted ? "accepted" : "rejected";
  return {
    short: asExpected ? word : `${word}!`,
    words: `${word}, ${asExpected ? "as expected" : "not as expected"}`,
    kind: asExpected ? "good" : "bad",
  };
}

const schemaWords = ({ name }: FixtureText, verdict: FixtureVerdict | undefined): string =>
  verdict === undefined
    ? `${name}: not checked yet`
    : verdict.schema.length === 0
      ? `${name}: matches the schema`
      : `${name}: violates the schema: ${verdict.schema.map(({ field, message }) => `${field} ${message}`).join("; ")}`;
