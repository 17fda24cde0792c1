import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionsOf, levelOfCondition, type ConditionView } from "../../diagnosis/conditions.ts";
import { Moment } from "./moment.tsx";
import { Part } from "./part.tsx";
import { StateMark } from "./state-mark.tsx";

const bySince = (a: ConditionView, b: ConditionView): number => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0);

/** The conditions of an object as a timeline, the latest change first. */
export function ConditionsPart({ object, now }: { readonly object: KubeObject; readonly now: number }) {
  const conditions = conditionsOf(object).toSorted(bySince);
  if (conditions.length === 0) return null;
  return (
    <Part title="Conditions">
      <ol className="kp-conditions">
        {conditions.map((condition) => {
          const level = levelOfCondition(condition);
          return (
            <li key={condition.type} data-level={level ?? "none"}>
              <p className="row wrap">
                <strong>{condition.type}</strong>
                {level === undefined ? (
                  <span>{condition.status}</span>
                ) : (
                  <StateMark state={condition.status} level={level} />
                )}
                {condition.reason === "" ? null : <span>{condition.reason}</span>}
                <Moment at={condition.since} now={now} prefix="since " />
              </p>
              {condition.message === "" ? null : <p className="quiet small">{condition.message}</p>}
            </li>
          );
        })}
      </ol>
    </Part>
  );
}
