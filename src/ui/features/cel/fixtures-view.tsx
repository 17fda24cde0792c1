import type { CelOutcome } from "../../../client/cel.ts";
import { formatCost, formatShare, shareOf } from "../../cel/cost-words.ts";
import { plural } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Badge, EmptyState } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import type { Fixture } from "../../cel/lab-state.ts";
import { lab } from "./store.ts";

/** Evaluates one expression on many inputs and shows the result and cost of each. */
export function FixturesView() {
  const {
    state: { fixtures, inputs },
    addFixtures,
  } = lab.use((all) => all);
  const pending = lab.use((all) => all.pending);
  const outcomes = lab.use((all) => (all.pending ? undefined : all.answer?.outcomes));
  const add = (
    <Button size="small" icon="plus" onClick={() => addFixtures([{ name: `input ${fixtures.length + 1}`, inputs }])}>
      Save the inputs as a fixture
    </Button>
  );
  if (fixtures.length === 0)
    return (
      <div className="column fill" role="tabpanel" aria-label="Fixtures">
        <EmptyState icon="filter" title="No fixtures yet" actions={add}>
          A fixture is a named set of inputs. All fixtures run whenever the rule changes, so you see immediately what a
          change breaks.
        </EmptyState>
      </div>
    );
  return (
    <div className="column fill" role="tabpanel" aria-label="Fixtures">
      <div className="kp-toolbar">
        <span className="grow quiet" role="status">
          {pending ? "Checking…" : summary(fixtures, outcomes ?? {})}
        </span>
        {add}
      </div>
      <div className="fill scroll" role="region" aria-label="Fixture rows" tabIndex={0}>
        <table className="kp-parts kp-fixtures" aria-label="Fixtures">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Outcome</th>
              <th scope="col">Value</th>
              <th scope="col">Cost</th>
              <th scope="col">Of one call</th>
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fixtures.map((fixture) => (
              <Row key={fixture.id} fixture={fixture} outcome={outcomes?.[fixture.id]} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Verdict = "pass" | "fail" | "error" | "value";

const verdictOf = ({ value, error }: CelOutcome): Verdict =>
  error !== undefined ? "error" : value === "true" ? "pass" : value === "false" ? "fail" : "value";
const tones = { pass: "added", fail: "warning", error: "error", value: "info" } as const;

/** Summarizes the outcomes: `2 pass, 1 fail, 0 errors; the most expensive costs 124`. */
function summary(fixtures: readonly Fixture[], outcomes: Readonly<Record<string, CelOutcome>>): string {
  const known = fixtures.flatMap(({ id }) => outcomes[id] ?? []);
  if (known.length === 0)
    return `${plural(fixtures.length, "fixture")}, not run, because the expression does not compile`;
  const count = (verdict: Verdict) => known.filter((outcome) => verdictOf(outcome) === verdict).length;
  return `${count("pass")} pass, ${count("fail")} fail, ${plural(count("error"), "error")}; the most expensive costs ${formatCost(Math.max(...known.map(({ cost }) => cost)))}`;
}

function Row({ fixture, outcome }: { readonly fixture: Fixture; readonly outcome: CelOutcome | undefined }) {
  const { change, changeFixture, removeFixture } = lab.use((all) => all);
  const verdict = outcome && verdictOf(outcome);
  return (
    <tr>
      <td>
        <TextInput
          aria-label="Name of the fixture"
          className="kp-fixture-name"
          value={fixture.name}
          onValue={(name) => changeFixture(fixture.id, { name })}
        />
      </td>
      <td>
        {verdict === undefined ? <span className="quiet">–</span> : <Badge tone={tones[verdict]}>{verdict}</Badge>}
      </td>
      <td>
        <span className="mono kp-value" data-error={verdict === "error" ? "" : undefined}>
          {outcome?.error ?? outcome?.value ?? "–"}
        </span>
      </td>
      <td>{outcome === undefined ? "–" : formatCost(outcome.cost)}</td>
      <td>{outcome === undefined ? "–" : formatShare(shareOf(outcome.cost, outcome.costLimit))}</td>
      <td>
        <div className="row">
          <Button size="small" onClick={() => change({ inputs: fixture.inputs })} aria-label={`Open ${fixture.name}`}>
            Open
          </Button>
          <IconButton
            size="small"
            icon="clear"
            label={`Remove ${fixture.name}`}
            onClick={() => removeFixture(fixture.id)}
          />
        </div>
      </td>
    </tr>
  );
}
