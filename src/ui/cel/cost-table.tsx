import type { CelNode } from "../../component-base/cel-node.ts";
import { plural } from "../data/words.ts";
import { formatCost, formatRange, formatShare, heatOf, shareOf } from "./cost-words.ts";
import { mostRows, partsOf } from "./flame-layout.ts";
import { sourceOf } from "./part-words.ts";
import "./cel-parts.css";

export interface CostTableProps {
  readonly expression: string;
  readonly root: CelNode;
  /** The limit for the estimated cost of the whole expression. The estimate is multiplied by `cardinality`. */
  readonly estimateLimit: number | undefined;
  readonly cardinality: number;
  readonly costLimit: number | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (node: CelNode) => void;
}

/** The flame graph as a table: every node with its estimate, its share of the limit and its actual cost. */
export function CostTable(props: CostTableProps) {
  const { expression, root, estimateLimit, costLimit } = props;
  const estimated = estimateLimit !== undefined;
  const parts = partsOf(root);
  return (
    <div className="kp-parts-scroll">
      <table className="kp-parts" aria-label="Costs of all parts">
        <thead>
          <tr>
            <th scope="col">Part</th>
            {estimated ? (
              <>
                <th scope="col" title="The maximum cost of one evaluation">
                  Each evaluation
                </th>
                <th scope="col" title="The maximum number of evaluations, given the macros around it">
                  Runs
                </th>
                <th scope="col">Estimate</th>
                <th scope="col">Of budget</th>
              </>
            ) : null}
            <th scope="col">Ran</th>
            <th scope="col">Actual</th>
            {costLimit === undefined ? null : <th scope="col">Of call</th>}
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, mostRows).map(({ node, depth }) => (
            <Row key={node.id} node={node} depth={depth} text={sourceOf(expression, node)} {...props} />
          ))}
        </tbody>
      </table>
      {parts.length > mostRows ? <MoreParts count={parts.length - mostRows} /> : null}
    </div>
  );
}

function Row({
  node,
  depth,
  text,
  estimateLimit,
  cardinality,
  costLimit,
  selected,
  onSelect,
}: CostTableProps & { readonly node: CelNode; readonly depth: number; readonly text: string }) {
  const share = estimateLimit === undefined ? undefined : shareOf(node.total.max, estimateLimit) * cardinality;
  const { run } = node;
  return (
    <tr data-selected={node.id === selected ? "" : undefined} data-node={node.id}>
      <th scope="row">
        <PartButton text={text} depth={depth} current={node.id === selected} onSelect={() => onSelect(node)} />
      </th>
      {share === undefined ? null : (
        <>
          <td title={formatRange(node.estimate)}>{formatCost(node.estimate.max)}</td>
          <td title={formatRange(node.times)}>{formatCost(node.times.max)}</td>
          <td data-cell="estimate">{formatCost(node.total.max)}</td>
          <td data-heat={heatOf(share)}>{formatShare(share)}</td>
        </>
      )}
      <td>{run === undefined ? "–" : formatCost(run.count)}</td>
      <td data-cell="actual">{run === undefined ? "–" : formatCost(run.cost)}</td>
      {costLimit === undefined ? null : <td>{run === undefined ? "–" : formatShare(shareOf(run.cost, costLimit))}</td>}
    </tr>
  );
}

/** A note that the table is truncated. */
export const MoreParts = ({ count }: { readonly count: number }) => (
  <p className="quiet pad">{plural(count, "more part")}. The expression is too long to show all of them.</p>
);

/** A node's source text, indented by depth. Clicking it highlights the node in the expression. */
export function PartButton({
  text,
  depth,
  current,
  onSelect,
}: {
  readonly text: string;
  readonly depth: number;
  readonly current: boolean;
  readonly onSelect: () => void;
}) {
  return (
    <button
      type="button"
      className="kp-cel-part mono"
      aria-pressed={current}
      style={{ paddingLeft: 8 + Math.min(depth, 12) * 14 }}
      title={text}
      onClick={onSelect}
    >
      {text}
    </button>
  );
}
