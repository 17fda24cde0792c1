import { LinkButton } from "../design/button.tsx";
import { grantsOf, ruleInWords, type MissingRule } from "../../diagnosis/refused/missing-rule.ts";
import { consoleAddress } from "../state/route.ts";
import { identity } from "../state/identity.ts";

/** The RBAC rule that the user of a forbidden request lacks, and the objects that would grant it. */
export function MissingRuleNote({ rule }: { readonly rule: MissingRule }) {
  const acting = identity.use((state) => state.as !== undefined);
  const grants = grantsOf(rule);
  return (
    <details className="kp-grant">
      <summary>What would grant it: a rule to {ruleInWords(rule)}</summary>
      <p className="quiet">
        Two requests, to be sent by somebody who may grant this
        {acting ? ": stop acting as another user before you send them" : ""}.
      </p>
      {grants.map(({ kind, target, manifest }) => (
        <div key={kind}>
          <pre className="mono small" tabIndex={0} role="region" aria-label={`${kind} that grants it`}>
            {manifest}
          </pre>
          <LinkButton
            size="small"
            icon="requests"
            href={consoleAddress({ method: "POST", target, body: manifest, type: "application/json" })}
          >
            {kind} in the console
          </LinkButton>
        </div>
      ))}
    </details>
  );
}
