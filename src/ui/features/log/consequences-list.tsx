import { useEffect, useState } from "react";
import { groupBy } from "../../../apimachinery/group-by.ts";
import type { Trace } from "../../../component-base/trace.ts";
import { formatMs, plural } from "../../data/words.ts";
import { usePage } from "../../state/page.ts";
import { serverTraces } from "../../state/traces.ts";
import { consequencesOf, type Consequence } from "./consequences.ts";
import "./consequences.css";

const settleMs = 400;

/** What came of a write: the requests of controllers that followed from it, as a timeline until the world was quiet. */
export function Consequences({ trace, hrefOf }: { readonly trace: Trace; readonly hrefOf: (id: string) => string }) {
  const page = usePage();
  const traces = serverTraces.use((state) => state.traces);
  const [found, setFound] = useState<readonly Consequence[] | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const cancel = page.clock.after(found === undefined ? 0 : settleMs, () => {
      void consequencesOf(trace, traces, (ref) => page.inspect.traceText(ref.id)).then((next) => {
        if (current) setFound(next);
      });
    });
    return () => {
      current = false;
      cancel();
    };
  }, [page, trace, traces]); // oxlint-disable-line react-hooks/exhaustive-deps -- found only decides how soon
  if (found === undefined || found.length === 0) return null;
  const counts = groupBy(found, ({ who }) => who);
  return (
    <section aria-label="What came of it">
      <h3>What came of it</h3>
      <p className="quiet">
        {plural(found.length, "request")} of {plural(counts.size, "controller")} in{" "}
        {formatMs(found.at(-1)?.afterMs ?? 0)}:{" "}
        {[...counts].map(([who, requests]) => `${who} ${requests.length}`).join(", ")}.
      </p>
      <ol className="kp-consequences">
        {found.map((one) => (
          <ConsequenceLine
            key={one.trace.requestId}
            one={one}
            href={hrefOf(one.trace.requestId)}
            total={found.at(-1)?.afterMs ?? 0}
          />
        ))}
      </ol>
    </section>
  );
}

function ConsequenceLine({
  one,
  href,
  total,
}: {
  readonly one: Consequence;
  readonly href: string;
  readonly total: number;
}) {
  const { who, words, cause, afterMs } = one;
  return (
    <li>
      <span className="kp-consequence-track" aria-hidden="true">
        <span style={{ marginLeft: `${total === 0 ? 0 : (afterMs / total) * 96}%` }} />
      </span>
      <span className="quiet mono">+{formatMs(afterMs)}</span>
      <span>
        <strong>{who}</strong> saw {cause}, and <a href={href}>{words}</a>
      </span>
    </li>
  );
}
