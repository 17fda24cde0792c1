import { useMemo } from "react";
import type { Release } from "../../../declarative-validation/generator/context.ts";
import { crdTwin, type Twin } from "../../../declarative-validation/twin/crd-twin.ts";
import type { TagSource } from "../../../declarative-validation/generator/validations.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { printYaml } from "../../data/yaml.ts";
import type { Lab } from "./use-lab.ts";

/** The same rules as the schema of a definition with CEL, and what differs, in words. */
export function TwinTab({
  source,
  release,
  lab,
  onTag,
}: {
  readonly source: string;
  readonly release: Release;
  readonly lab: Lab;
  readonly onTag: (source: TagSource) => void;
}) {
  const isAccepted = lab.generated.validators !== undefined;
  const twin = useMemo(
    () => (isAccepted ? crdTwin(source, lab.type, release) : undefined),
    [isAccepted, source, lab.type, release],
  );
  if (twin === undefined) return <p className="quiet pad">The types come first: see their problem.</p>;
  return (
    <div className="fill scroll stack pad kp-declarative-twin" tabIndex={0} role="region" aria-label="CEL twin">
      <p>
        The same rules as the schema of a CustomResourceDefinition. Both leave unchanged values alone on update: tags by
        comparing the parts of the object, a definition by ratcheting.
      </p>
      <TwinSchema twin={twin} />
      <h3>What differs</h3>
      {twin.notes.length === 0 ? (
        <p>Nothing: the schema says the same.</p>
      ) : (
        <ul className="kp-declarative-notes" aria-label="What differs">
          {twin.notes.map(({ source: tag, words, field }, i) => (
            <li key={i}>
              {tag === undefined ? (
                <code>{field}</code>
              ) : (
                <button type="button" className="kp-link" onClick={() => onTag(tag)}>
                  <code>{tag.tag}</code> line {tag.line}
                </button>
              )}
              <p>{words}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function TwinSchema({ twin: { schema } }: { readonly twin: Twin }) {
  const text = useLatestAnswer(() => printYaml({ openAPIV3Schema: schema }), [schema]);
  return text === undefined ? null : <CodeView label="Schema" language="yaml" text={text} />;
}
