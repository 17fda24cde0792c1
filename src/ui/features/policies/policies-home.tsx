import { policyExamples } from "../../../scenarios/policies/policy-examples.ts";
import { plural } from "../../data/words.ts";
import { LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { isInEffect, policiesOf, serverPolicies } from "./server-policies.ts";
import "../../design/home.css";

/** The start: a draft of one's own, the examples, and the policies of the server. */
export function PoliciesHome() {
  return (
    <section className="fill scroll kp-home" aria-label="Policies" tabIndex={0}>
      <div className="kp-home-sheet">
        <header className="stack">
          <h2 className="kp-page-title">Policies</h2>
          <p className="quiet">
            An admission policy decides by CEL expressions what may be written, or changes it on the way. Draft one
            here: see what it would do with your fixtures, with every live object and with the requests of the log,
            before you bind it.
          </p>
          <div className="row wrap">
            <LinkButton tone="primary" icon="edit" href="#/policies/own">
              Write or paste a policy
            </LinkButton>
          </div>
        </header>
        <section aria-labelledby="kp-policy-examples">
          <h2 id="kp-policy-examples">What people write first</h2>
          <ul className="kp-home-grid kp-home-cards">
            {policyExamples.map(({ id, title, words, fixtures }) => (
              <li key={id}>
                <a href={`#/policies/example/${id}`}>
                  <strong>{title}</strong>
                  <span className="quiet">{words}</span>
                  <span className="small quiet">{plural(fixtures.length, "fixture")}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <OnTheServer />
      </div>
    </section>
  );
}

function OnTheServer() {
  const objects = serverPolicies.use((state) => state.objects);
  const trouble = serverPolicies.use(({ troubles }) => Object.values(troubles).find((one) => one !== undefined));
  const policies = policiesOf({ objects });
  return (
    <section aria-labelledby="kp-server-policies">
      <h2 id="kp-server-policies">On the server</h2>
      {trouble === undefined ? null : <StatusNote status={trouble} />}
      {trouble !== undefined && policies.length === 0 ? null : policies.length === 0 ? (
        <p className="quiet">None yet. Bind an example, or your own.</p>
      ) : (
        <ul className="kp-home-rows">
          {policies.map((one) => (
            <li key={`${one.kind}/${one.name}`}>
              <a href={`#/policies/installed/${one.kind}/${encodeURIComponent(one.name)}`}>
                <strong className="clip">{one.name}</strong>
                <span className="quiet clip">{one.kind}</span>
                {isInEffect(one) ? <Badge tone="added">in effect</Badge> : <Badge tone="warning">not bound</Badge>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
