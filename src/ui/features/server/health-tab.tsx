import { useState } from "react";
import { useAnswer } from "../../data/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Badge, Skeleton } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage } from "../../state/page.ts";
import { askText } from "./ask-text.ts";
import { readHealth, type HealthCheck } from "./health-text.ts";

const endpoints: readonly (readonly [path: string, title: string, words: string])[] = [
  ["/readyz", "Ready", "Whether the server can take requests."],
  ["/livez", "Alive", "Whether the server is alive. One that is not should be restarted."],
];

/** Shows the server's health checks. */
export function HealthTab() {
  const [asked, setAsked] = useState(0);
  return (
    <div className="fill scroll pad" role="region" aria-label="Health" tabIndex={0}>
      <div className="kp-sheet stack">
        <div className="row">
          <h2 className="kp-page-title grow">Health</h2>
          <Button icon="refresh" onClick={() => setAsked(asked + 1)}>
            Refresh
          </Button>
        </div>
        {endpoints.map(([path, title, words]) => (
          <Endpoint key={path} path={path} title={title} words={words} asked={asked} />
        ))}
      </div>
    </div>
  );
}

interface EndpointProps {
  readonly path: string;
  readonly title: string;
  readonly words: string;
  readonly asked: number;
}

function Endpoint({ path, title, words, asked }: EndpointProps) {
  const page = usePage();
  const { value, refused } = useAnswer(`${path} ${asked}`, async (signal) =>
    readHealth(await askText(page, `${path}?verbose`, signal)),
  );
  return (
    <section className="stack" aria-label={title}>
      <div>
        <h3>{title}</h3>
        {value === undefined ? null : <p role="status">{sentenceOf(value)}</p>}
        <p className="quiet small">
          {words} <code>{path}?verbose</code>
        </p>
      </div>
      {refused === undefined ? null : <StatusNote status={refused} />}
      {value === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <ul className="kp-server-checks">
          {value.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the checks come to, those first that failed. */
function sentenceOf(checks: readonly HealthCheck[]): string {
  const failed = checks.filter(({ isGood }) => !isGood).map(({ name }) => name);
  return failed.length === 0
    ? `All ${checks.length} checks pass.`
    : `${failed.length} of ${checks.length} checks fail: ${failed.join(", ")}.`;
}

const Check = ({ check: { name, isGood, words } }: { readonly check: HealthCheck }) => (
  <li>
    <Badge tone={isGood ? "added" : "error"}>{isGood ? "ok" : "failed"}</Badge>
    <code>{name}</code>
    {isGood ? null : <span className="quiet">{words}</span>}
  </li>
);
