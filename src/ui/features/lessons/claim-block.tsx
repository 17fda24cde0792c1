import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import type { Finding } from "../../../lessons/match.ts";
import type { ClaimsByLine } from "./claims.ts";
import { drawTokens, tokenLines } from "./shown-code.tsx";

/** The lines of a block, each with what was really answered to its claims. */
export function ClaimBlock({
  text,
  language,
  claims,
}: {
  readonly text: string;
  readonly language: string;
  readonly claims: ClaimsByLine | undefined;
}) {
  return (
    <div className="kp-claims mono">
      {tokenLines(text, language).map((tokens, i) => (
        <ClaimLine key={i} findings={claims?.get(i)}>
          {drawTokens(tokens)}
        </ClaimLine>
      ))}
    </div>
  );
}

function ClaimLine({
  findings,
  children,
}: {
  readonly findings: readonly Finding[] | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="kp-claim-line">
      <code>{children}</code>
      {findings === undefined ? null : <Verdict findings={findings} />}
    </div>
  );
}

/** The most differences that are shown of one line. */
const shownDifferences = 5;

/** What became of some claims: that they hold, or how each answer differs. */
export function Verdict({ findings }: { readonly findings: readonly Finding[] }) {
  const wrong = findings.filter(({ holds }) => !holds);
  if (findings.length === 0) return null;
  if (wrong.length === 0)
    return (
      <span className="kp-verdict" data-holds="">
        <Icon name="check" size={12} /> ok
      </span>
    );
  return (
    <ul className="kp-verdict">
      {wrong.slice(0, shownDifferences).map((finding, i) => (
        <li key={i}>
          <Difference finding={finding} />
        </li>
      ))}
      {wrong.length > shownDifferences ? <li>and {wrong.length - shownDifferences} more</li> : null}
    </ul>
  );
}

function Difference({ finding: { what, expected, got } }: { readonly finding: Finding }) {
  return (
    <>
      <Icon name="close" size={12} /> <strong>differs</strong>
      {what === "" ? "" : ` in ${what}`}: expected <code>{expected}</code>, got <code>{got}</code>
    </>
  );
}
