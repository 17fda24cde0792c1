import { useMemo } from "react";
import { Tree } from "../../design/tree.tsx";
import { useOpenLines } from "../../design/use-open-lines.ts";
import { ShareBar } from "../../shared/share-bar.tsx";
import { typeWords, type SchemaNode } from "./model/schema-node.ts";
import { ancestorsOf, keyOf, openAtFirst, pathOfKey, treeRows, type TreeRow } from "./model/tree-rows.ts";
import { worstShare, type Costs } from "./use-costs.ts";

interface SchemaTreeProps {
  readonly schema: SchemaNode;
  readonly name: string;
  readonly selected: readonly string[];
  readonly onSelect: (path: readonly string[]) => void;
  readonly costs: Costs;
}

/** A virtualized tree of a schema with the costs of its rules. */
export function SchemaTree({ schema, name, selected, onSelect, costs }: SchemaTreeProps) {
  const [open, toggle] = useOpenLines(() => openAtFirst(schema), keyOf(selected), ancestorsOf(selected));
  const rows = useMemo(() => treeRows(schema, name, open), [schema, name, open]);
  return (
    <Tree
      label="Schema"
      lines={rows}
      selected={keyOf(selected)}
      onSelect={(key) => onSelect(pathOfKey(key))}
      onToggle={toggle}
      draw={(row) => <Row row={row} share={worstShare(costs.byNode.get(row.key))} />}
    />
  );
}

function Row({ row, share }: { readonly row: TreeRow; readonly share: number | "error" | undefined }) {
  return (
    <>
      <code className="kp-tree-name">{stepWords(row.name)}</code>
      <span className="quiet small">{typeWords(row.schema)}</span>
      {row.required ? (
        <span className="kp-tree-mark" data-kind="required">
          required
        </span>
      ) : null}
      {row.schema["default"] === undefined ? null : (
        <span className="kp-tree-mark clip">= {JSON.stringify(row.schema["default"])}</span>
      )}
      {row.rules === 0 ? null : (
        <span className="kp-tree-rules">
          <span className="kp-tree-mark" data-kind="rule">
            {row.rules === 1 ? "1 rule" : `${row.rules} rules`}
          </span>
          {share === undefined ? null : share === "error" ? (
            <span className="kp-tree-mark" data-kind="error">
              does not compile
            </span>
          ) : (
            <ShareBar share={share} of="the limit for one rule" small />
          )}
        </span>
      )}
    </>
  );
}

const stepWords = (step: string): string => (step === "[*]" ? "each item" : step === "{*}" ? "each value" : step);
