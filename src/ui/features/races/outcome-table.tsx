import type { RaceOutcome, RaceReport } from "../../../client/races.ts";
import { orderInWords } from "../../../races/order-in-words.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { once } from "../../design/once.ts";
import { Badge } from "../../design/feedback.tsx";
import type { Exploration } from "./use-exploration.ts";

interface OutcomeTableProps {
  readonly exploration: Exploration;
  /** The order that the lanes show. */
  readonly shown: readonly string[];
  readonly onReplay: (order: readonly string[]) => void;
}

/** What the orders of a race came to: a sentence for each, and an order that leads there, which a click replays. */
export function OutcomeTable({ exploration, shown, onReplay }: OutcomeTableProps) {
  const { report, isRunning, canGoOn, stop, goOn } = exploration;
  return (
    <section className="kp-race-outcomes" aria-label="Outcomes">
      <div className="row wrap kp-race-progress">
        <span role="status" className="grow">
          {progressInWords(exploration)}
        </span>
        {report === undefined || report.isComplete ? null : (
          <progress max={Math.max(report.about, report.ran)} value={report.ran} aria-label="Orders that were run" />
        )}
        {isRunning ? (
          <Button size="small" icon="stop" onClick={once(stop)}>
            Stop
          </Button>
        ) : canGoOn ? (
          <Button size="small" icon="play" onClick={once(goOn)}>
            Run all orders
          </Button>
        ) : null}
      </div>
      {report === undefined ? null : (
        <table className="kp-race-table" aria-label="Outcomes">
          <thead>
            <tr>
              <th scope="col">What happens</th>
              <th scope="col">Orders</th>
              <th scope="col">
                <span className="unseen">Replay</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {report.outcomes.map((outcome) => (
              <OutcomeRow
                key={outcome.order.join(" ")}
                outcome={outcome}
                isShown={outcome.order.join(".") === shown.join(".")}
                onReplay={() => onReplay(outcome.order)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface OutcomeRowProps {
  readonly outcome: RaceOutcome;
  readonly isShown: boolean;
  readonly onReplay: () => void;
}

function OutcomeRow({ outcome, isShown, onReplay }: OutcomeRowProps) {
  const { findings, count, isHarm } = outcome;
  const words = orderInWords(outcome);
  return (
    <tr aria-selected={isShown}>
      <td>
        <p>
          <Badge tone={isHarm ? "error" : findings.length > 0 ? "warning" : "added"}>
            {isHarm ? "wrong" : findings.length > 0 ? "refused or overwritten" : "fine"}
          </Badge>{" "}
          {findings.length === 0
            ? "Nothing is lost, and nobody is refused: it is as if the actors had come one after the other."
            : findings.map(({ sentence }) => sentence).join(" ")}
        </p>
        <p className="small quiet">{words}</p>
      </td>
      <td className="tabular">{count}</td>
      <td>
        <Button size="small" icon="play" aria-label={`Replay: ${words}`} onClick={onReplay}>
          Replay
        </Button>
      </td>
    </tr>
  );
}

function progressInWords({ report, isRunning, trouble }: Exploration): string {
  if (trouble !== undefined) return `The race cannot be run: ${trouble}`;
  if (report === undefined) return isRunning ? "Running the first orders…" : "Nothing was run.";
  const outcomes = plural(report.outcomes.length, "outcome");
  if (report.isComplete) return `All ${plural(report.ran, "order")} were run, with ${outcomes}.`;
  return `${ranInWords(report)} were run, with ${outcomes} so far.`;
}

const ranInWords = ({ ran, about, isCut }: RaceReport): string =>
  `${ran.toLocaleString("en")} of about ${Math.max(about, ran).toLocaleString("en")} orders${isCut ? " (no more are run)" : ""}`;
