import type { CelNode } from "../../component-base/cel-node.ts";
import { formatCost } from "./cost-words.ts";
import { MoreParts, PartButton } from "./cost-table.tsx";
import { mostRows, partsOf } from "./flame-layout.ts";
import { sourceOf } from "./part-words.ts";
import "./cel-parts.css";

export interface WhyTableProps {
  readonly expression: string;
  readonly root: CelNode;
  readonly selected: number | undefined;
  readonly onSelect: (node: CelNode) => void;
}

/** A table of every node with the value it evaluated to. */
export function WhyTable({ expression, root, selected, onSelect }: WhyTableProps) {
  const parts = partsOf(root);
  return (
    <>
      <table className="kp-parts" aria-label="Values of all parts">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Value</th>
            <th scope="col">Type</th>
            <th scope="col">Ran</th>
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, mostRows).map(({ node, depth }) => (
            <tr key={node.id} data-selected={node.id === selected ? "" : undefined} data-node={node.id}>
              <th scope="row">
                <PartButton
                  text={sourceOf(expression, node)}
                  depth={depth}
                  current={node.id === selected}
                  onSelect={() => onSelect(node)}
                />
              </th>
              <td data-cell="value">
                <PartValue node={node} />
              </td>
              <td className="mono quiet" title={shortType(node.type)}>
                {shortType(node.type)}
              </td>
              <td>{node.run === undefined ? "–" : formatCost(node.run.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > mostRows ? <MoreParts count={parts.length - mostRows} /> : null}
    </>
  );
}

/** Replaces the generated names of schema types, which encode their path, by "object". */
const shortType = (type: string): string => type.replaceAll(/selfType0[\w.@]*/g, "object");

function PartValue({ node: { run } }: { readonly node: CelNode }) {
  if (run === undefined) return <span className="quiet">–</span>;
  if (run.value === undefined) return <span className="quiet">not evaluated</span>;
  return (
    <>
      <code
        className="kp-value"
        data-error={run.isError ? "" : undefined}
        data-truth={run.value === "true" || run.value === "false" ? run.value : undefined}
      >
        {run.value}
      </code>
      {run.decidedBy === undefined ? null : (
        <div className="small">
          decided by [{run.decidedBy.index}]: <code>{run.decidedBy.element}</code>
        </div>
      )}
      {new Set(run.values).size < 2 ? null : (
        <div className="small quiet">
          values:{" "}
          <code>
            {run.values.join(", ")}
            {run.count > run.values.length ? `, … ${formatCost(run.count - run.values.length)} more` : ""}
          </code>
        </div>
      )}
    </>
  );
}
