import type { TagSource } from "../../../declarative-validation/generator/validations.ts";
import { plural } from "../../data/words.ts";
import { Badge, Note } from "../../design/feedback.tsx";
import type { FixtureError, FixtureResult } from "./lab-model.ts";
import type { Lab } from "./use-lab.ts";

/** What becomes of each fixture: the errors per field, each with the tag that caused it. */
export function FixtureResults({ lab, onTag }: { readonly lab: Lab; readonly onTag: (source: TagSource) => void }) {
  const { results, fixtureProblem, generated } = lab;
  if (generated.validators === undefined) return <p className="quiet pad">The types come first: see their problem.</p>;
  if (fixtureProblem !== undefined)
    return (
      <div className="pad">
        <Note tone="error">The fixtures cannot be read: {fixtureProblem}</Note>
      </div>
    );
  if (results === undefined) return null;
  if (results.length === 0) return <p className="quiet pad">Write a list of fixtures: name, operation, object.</p>;
  return (
    <ul className="kp-declarative-results" aria-label="Results">
      {results.map((result, i) => (
        <li key={i}>
          <h4 className="row wrap">
            <Verdict result={result} />
            <span>{result.name}</span>
            <span className="quiet small">{result.operation}</span>
          </h4>
          {result.problem === undefined ? null : <p>{result.problem}</p>}
          {result.errors.length === 0 ? null : (
            <ul>
              {result.errors.map((error, j) => (
                <ErrorRow key={j} error={error} onTag={onTag} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Verdict({ result: { problem, errors } }: { readonly result: FixtureResult }) {
  if (problem !== undefined) return <Badge tone="warning">not validated</Badge>;
  return errors.length === 0 ? (
    <Badge tone="added">valid</Badge>
  ) : (
    <Badge tone="error">{plural(errors.length, "error")}</Badge>
  );
}

function ErrorRow({
  error: { field, message, sources },
  onTag,
}: {
  readonly error: FixtureError;
  readonly onTag: (source: TagSource) => void;
}) {
  return (
    <li>
      <code>{field === "<nil>" ? "the object" : field}</code> {message}
      <span className="row wrap">
        {sources.map((source) => (
          <button key={`${source.line} ${source.tag}`} type="button" className="kp-link" onClick={() => onTag(source)}>
            <code>{source.tag}</code> line {source.line}
          </button>
        ))}
      </span>
    </li>
  );
}
