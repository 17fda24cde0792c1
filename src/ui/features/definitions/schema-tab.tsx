import { useCallback, useMemo } from "react";
import { formatPath } from "../../cel/cost-words.ts";
import { plural } from "../../data/words.ts";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { useNarrow } from "../../platform/media.ts";
import { ShareBar } from "../../shared/share-bar.tsx";
import type { Bench } from "./bench.ts";
import { pathOfParameter, pathParameter, show } from "./bench-actions.ts";
import { exampleObject } from "./model/example-object.ts";
import { nodeAt } from "./model/schema-node.ts";
import { keyOf } from "./model/tree-rows.ts";
import type { WrittenDefinition, WrittenVersionOf } from "./model/written-definition.ts";
import { NodeDetails } from "./node-details.tsx";
import { SchemaTree } from "./schema-tree.tsx";
import { useCosts, type Costs } from "./use-costs.ts";

export interface TabProps {
  readonly bench: Bench;
  readonly definition: WrittenDefinition;
  readonly version: WrittenVersionOf;
}

/** The schema of a version as a tree, with the details of the selected node. */
export function SchemaTab({ bench, definition, version }: TabProps) {
  const narrow = useNarrow();
  const costs = useCosts(definition.spec, version.name);
  const parameter = bench.route.parameters["n"];
  const path = useMemo(() => pathOfParameter(parameter), [parameter]);
  const example = useCallback(() => exampleObject(definition, version, "full"), [definition, version]);
  const { schema } = version;
  if (schema === undefined)
    return (
      <EmptyState icon="definitions" title={`Version ${version.name} has no schema`}>
        Each version declares its schema under schema.openAPIV3Schema.
      </EmptyState>
    );
  const selected = nodeAt(schema, path) === undefined ? [] : path;
  const node = nodeAt(schema, selected) ?? { step: "", schema, required: false };
  const select = (next: readonly string[]) => show(bench, { n: next.length === 0 ? undefined : pathParameter(next) });
  return (
    <div className="column fill kp-bench-schema">
      <CostSummary costs={costs} />
      <Panes
        id={narrow ? "schema-narrow" : "schema"}
        direction="vertical"
        panes={[
          {
            id: "tree",
            size: 54,
            min: 120,
            content: (
              <SchemaTree
                schema={schema}
                name={definition.kind === "" ? "the resource" : definition.kind}
                selected={selected}
                onSelect={select}
                costs={costs}
              />
            ),
          },
          {
            id: "details",
            size: 46,
            min: 100,
            content: (
              <NodeDetails
                node={node}
                title={formatPath(selected)}
                rules={costs.byNode.get(keyOf(selected))}
                schema={schema}
                path={selected}
                example={example}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function CostSummary({ costs: { costs, trouble } }: { readonly costs: Costs }) {
  if (trouble !== "")
    return (
      <div className="pad">
        <Note tone="warning">Costs are not known: {trouble}</Note>
      </div>
    );
  if (costs === undefined || costs.rules.length === 0) return null;
  return (
    <div className="kp-body-bar row wrap small">
      <span className="quiet">{plural(costs.rules.length, "rule")} in this version.</span>
      <ShareBar share={costs.share} of="the limit for all rules of a schema" />
    </div>
  );
}
