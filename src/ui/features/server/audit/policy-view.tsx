import { useRef } from "react";
import { auditLevels, auditStages } from "../../../../component-base/audit/audit-event.ts";
import { MarkedEditor, selectLine, type LineMark } from "../../../code/marked-editor.tsx";
import { plural } from "../../../data/words.ts";
import { looksLikeJson } from "../../../../assist/language.ts";
import { Button } from "../../../design/button.tsx";
import { Icon } from "../../../design/icon.tsx";
import { Panes } from "../../../design/panes.tsx";
import { useNarrow } from "../../../platform/media.ts";
import { usePage } from "../../../state/page.ts";
import { tellError } from "../../../state/tell-error.ts";
import { audit } from "./audit-store.ts";
import { levelWords, stageWords } from "./audit-words.ts";
import { type PlacedFinding, placeFindings } from "./policy-places.ts";
import { readyPolicies } from "./ready-policies.ts";
import { useAnswer } from "../../../data/use-answer.ts";
import { sleep } from "../../../../component-base/sleep.ts";

/** The policy in force, an editor for a new one, and a reference of its terms. */
export function PolicyView() {
  const narrow = useNarrow();
  const draft = audit.use((state) => state.draft);
  const followed = audit.use((state) => state.policy);
  const text = draft ?? followed ?? readyPolicies[0]?.text ?? "";
  const editor = <PolicyEditor text={text} followed={followed} />;
  return narrow ? (
    <div className="column fill">
      <div className="column fill kp-audit-narrow">{editor}</div>
      <div className="kp-audit-narrow-words">
        <Words />
      </div>
    </div>
  ) : (
    <Panes
      id="audit-policy"
      panes={[
        { id: "policy", size: 58, min: 320, content: editor },
        { id: "its words", size: 42, min: 260, content: <Words /> },
      ]}
    />
  );
}

function PolicyEditor({ text, followed }: { readonly text: string; readonly followed: string | undefined }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const setDraft = audit.use((state) => state.setDraft);
  const { checked, findings } = useFindings(text);
  const usable = checked && findings.every(({ tone }) => tone === "warning");
  const follow = usePolicy();
  return (
    <section className="column fill" aria-label="Policy">
      <div className="kp-toolbar kp-audit-bar">
        <span className="grow small">
          {followed === undefined
            ? "No policy is in force."
            : followed === text
              ? "This policy is in force."
              : "Another policy is in force."}
        </span>
        {followed === undefined ? null : (
          <Button size="small" onClick={() => void follow(undefined)}>
            Remove the policy
          </Button>
        )}
        <Button
          size="small"
          tone="primary"
          icon="check"
          disabled={!usable || followed === text}
          onClick={() => void follow(text)}
        >
          Use this policy
        </Button>
      </div>
      <MarkedEditor
        label="Audit policy"
        language={looksLikeJson(text) ? "json" : "yaml"}
        value={text}
        marks={marksOf(findings)}
        field={field}
        onValue={setDraft}
        onSubmit={() => {
          if (usable) void follow(text);
        }}
      />
      <Findings checked={checked} findings={findings} onGo={(line) => selectLine(field.current, line)} />
    </section>
  );
}

/** Returns a function that sets the policy and reports the result. */
function usePolicy(): (text: string | undefined) => Promise<void> {
  const page = usePage();
  const set = audit.use((state) => state.usePolicy);
  return async (text) => {
    try {
      const warnings = await set(text);
      page.toasts.add({
        description:
          text === undefined
            ? "No policy is in force. The server logs metadata while this page is open."
            : ["The policy is in force, in whichever tab the server runs.", ...warnings].join(" "),
      });
    } catch (error) {
      tellError(page, error);
    }
  };
}

const marksOf = (findings: readonly PlacedFinding[]): ReadonlyMap<number, LineMark> =>
  new Map(findings.map(({ line, message }) => [line, { tone: "error", sign: "!", words: message }]));

function Findings({
  checked,
  findings,
  onGo,
}: {
  readonly checked: boolean;
  readonly findings: readonly PlacedFinding[];
  readonly onGo: (line: number) => void;
}) {
  const words = !checked
    ? "Asking the server…"
    : findings.length === 0
      ? "No problems found."
      : `${plural(findings.length, "thing")} found by the server`;
  return (
    <section className="kp-audit-findings" aria-label="Problems" aria-live="polite">
      <h2 className="small quiet">{words}</h2>
      {findings.length === 0 ? null : (
        <ul>
          {findings.map(({ line, tone, message }, i) => (
            <li key={i} data-tone={tone}>
              <button type="button" onClick={() => onGo(line)}>
                <Icon name="warning" size={14} />
                <span>
                  <strong>Line {line + 1}</strong> {message}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Words() {
  const setDraft = audit.use((state) => state.setDraft);
  return (
    <div className="fill scroll pad stack" tabIndex={0} role="region" aria-label="About policies">
      <h2>Ready-made</h2>
      <ul className="kp-audit-ready">
        {readyPolicies.map(({ id, label, words, text }) => (
          <li key={id}>
            <button type="button" onClick={() => setDraft(text)}>
              <strong>{label}</strong>
              <span className="quiet small">{words}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2>How policies work</h2>
      <p>
        The first rule that matches a request sets its level. Requests without a matching rule are not logged. Rules
        match users, user groups, verbs, resources, namespaces and paths; an omitted field matches everything.
      </p>
      <h2>Levels</h2>
      <dl className="kp-audit-facts">
        {auditLevels.map((level) => (
          <div key={level}>
            <dt>{level}</dt>
            <dd className="quiet">{levelWords[level]}</dd>
          </div>
        ))}
      </dl>
      <h2>Stages</h2>
      <p className="quiet">
        Each stage of a request is an event, unless <code>omitStages</code> lists it.
      </p>
      <dl className="kp-audit-facts">
        {auditStages.map((stage) => (
          <div key={stage}>
            <dt>{stage}</dt>
            <dd className="quiet">{stageWords[stage]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The server's findings on a policy. */
interface Findings {
  /** The findings refer to the current text. */
  readonly checked: boolean;
  readonly findings: readonly PlacedFinding[];
}

const patienceMs = 250;

/** Validates a policy with the server after a pause in typing, without applying it. */
function useFindings(text: string): Findings {
  const page = usePage();
  const { value, refused, waiting } = useAnswer(text, async (signal) => {
    await sleep(page.clock, patienceMs, signal);
    return signal.aborted ? [] : placeFindings(text, await page.inspect.checkAuditPolicy(text));
  });
  if (refused !== undefined)
    return { checked: !waiting, findings: [{ tone: "error", field: "", message: refused.message ?? "", line: 0 }] };
  return { checked: value !== undefined && !waiting, findings: value ?? [] };
}
