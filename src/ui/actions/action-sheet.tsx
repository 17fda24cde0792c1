import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { formatCount } from "../data/words.ts";
import { Button, IconButton, LinkButton } from "../design/button.tsx";
import { Modal } from "../design/dialog.tsx";
import { Note, Skeleton } from "../design/feedback.tsx";
import { Field, Select, TextInput } from "../design/field.tsx";
import { StatusNote } from "../shared/status-note.tsx";
import { copy } from "../state/copy.ts";
import { usePage } from "../state/page.ts";
import { terminalAddress } from "../state/route.ts";
import { nameOfSubject, type ActionInput, type ActionPlan, type ActionRequest, type Answers } from "./action.ts";
import type { Asked } from "./action-sheet-store.ts";
import { subjectWords } from "./action-words.ts";
import { perform, sendRequest, type RequestResult } from "./perform.ts";
import { usePlans, type Plans } from "./use-plans.ts";
import "./action-sheet.css";

/** How many requests and command lines are shown; of more, the number is said. */
const mostShown = 5;

/** An action before it is done: what it asks, the requests, the command line that does the same, and the way back. */
export function ActionSheet({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { action, subjects } = asked;
  const [first] = subjects;
  const inputs = useMemo(() => (first === undefined ? [] : (action.inputs?.(first) ?? [])), [action, first]);
  const [answers, setAnswers] = useState<Answers>(() => Object.fromEntries(inputs.map(({ id, value }) => [id, value])));
  const plans = usePlans(action, subjects, answers);
  const [results, setResults] = useState<readonly RequestResult[]>([]);
  const [isSending, setSending] = useState(false);
  const page = usePage();
  const sendAll = async (): Promise<void> => {
    if (plans === undefined || isSending) return;
    setSending(true);
    const all: RequestResult[] = [];
    for (const plan of plans.plans) all.push(...(await perform(page.handle, plan)));
    setSending(false);
    const isDone = all.every(({ refused }) => refused === undefined);
    setResults(all);
    if (!isDone) return;
    onClose();
    tellDone(page, plans.plans);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sendAll();
  };
  const stop = reasonNotToSend(plans);
  return (
    <Modal open onClose={onClose} title={`${action.label} ${subjectWords(subjects)}`} wide>
      <form className="stack kp-action-sheet" onSubmit={submit}>
        <p>{action.words}</p>
        <Inputs inputs={inputs} answers={answers} onAnswers={setAnswers} />
        <PlansView plans={plans} />
        <Refusals results={results} />
        {stop === undefined ? null : <Note tone="warning">{stop}</Note>}
        <div className="kp-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <SendButton
            label={`${action.label} ${subjectWords(subjects)}`}
            danger={action.tone === "danger"}
            disabled={isSending || plans === undefined || stop !== undefined}
            focus={inputs.every(({ kind }) => kind === "choice")}
          />
        </div>
      </form>
    </Modal>
  );
}

/** Says that plans are done, with a button that takes a single one back. */
function tellDone(page: ReturnType<typeof usePage>, plans: readonly ActionPlan[]): void {
  const back = plans.flatMap((plan) => plan.back.requests ?? []);
  const [first] = plans;
  const description = plans.length === 1 ? `${first?.done ?? "Done"}.` : `${formatCount(plans.length)} objects: done.`;
  const undo = async (): Promise<void> => {
    const results = await Promise.all(back.toReversed().map((request) => sendRequest(page.handle, request)));
    const refused = results.find((result) => result.refused !== undefined)?.refused;
    page.toasts.add({ description: refused === undefined ? "Taken back." : (refused.message ?? "It was refused.") });
  };
  page.toasts.add({
    description,
    ...(back.length > 0 && { actionProps: { children: "Take back", onClick: () => void undo() } }),
  });
}

function reasonNotToSend(plans: Plans | undefined): string | undefined {
  if (plans === undefined || plans.refused !== undefined) return undefined;
  if (plans.plans.length === 0) return "There is nothing to do.";
  return plans.plans.find(({ refused }) => refused !== undefined)?.refused;
}

interface SendButtonProps {
  readonly label: string;
  readonly danger: boolean;
  readonly disabled: boolean;
  readonly focus: boolean;
}

/** Sends what is shown. It takes the focus when it can, so that Enter sends. */
function SendButton({ label, danger, disabled, focus }: SendButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!disabled && focus) button.current?.focus();
  }, [disabled, focus]);
  return (
    <Button ref={button} type="submit" tone={danger ? "danger" : "primary"} icon="send" disabled={disabled}>
      {label} <kbd aria-hidden="true">Enter</kbd>
    </Button>
  );
}

interface InputsProps {
  readonly inputs: readonly ActionInput[];
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
}

function Inputs({ inputs, answers, onAnswers }: InputsProps) {
  if (inputs.length === 0) return null;
  const first = inputs.find(({ kind }) => kind !== "choice")?.id;
  return (
    <div className="kp-sheet-inputs">
      {inputs.map(({ id, label, hint, kind, options = [] }) => (
        <Field key={id} label={label} hint={hint}>
          {(ids) => {
            const value = answers[id] ?? "";
            const onValue = (next: string): void => onAnswers({ ...answers, [id]: next });
            return kind === "choice" ? (
              <Select {...ids} options={options} value={value} onValue={onValue} />
            ) : (
              <TextInput
                {...ids}
                autoFocus={id === first}
                onFocus={(event) => event.target.select()}
                inputMode={kind === "number" ? "numeric" : "text"}
                value={value}
                onValue={onValue}
              />
            );
          }}
        </Field>
      ))}
    </div>
  );
}

function PlansView({ plans }: { readonly plans: Plans | undefined }) {
  if (plans === undefined) return <Skeleton lines={5} />;
  if (plans.refused !== undefined) return <StatusNote status={plans.refused} />;
  const requests = plans.plans.flatMap((plan) => plan.requests);
  const backs = [...new Set(plans.plans.map(({ back }) => back.words))];
  return (
    <>
      {plans.left.length === 0 ? null : (
        <p className="quiet small">
          Left out:{" "}
          {plans.left
            .slice(0, mostShown)
            .map(([subject, why]) => `${nameOfSubject(subject)} (${why})`)
            .join(", ")}
          {moreWords(plans.left.length)}
        </p>
      )}
      {requests.length === 0 ? null : <Requests requests={requests} />}
      <CommandLines lines={plans.plans.map(({ kubectl }) => kubectl)} />
      {backs.length === 0 ? null : (
        <p className="small">
          <span className="quiet">Way back: </span>
          {backs.slice(0, 2).join(" ")}
        </p>
      )}
    </>
  );
}

const moreWords = (count: number): string => (count > mostShown ? ` and ${formatCount(count - mostShown)} more` : "");

function Requests({ requests }: { readonly requests: readonly ActionRequest[] }) {
  return (
    <section aria-label="Requests">
      <h3 className="kp-sheet-title">
        {requests.length === 1 ? "Request" : `${formatCount(requests.length)} requests`}
      </h3>
      <ol className="stack">
        {requests.slice(0, mostShown).map(({ method, target, type, body }) => (
          <li key={`${method} ${target}`} className="kp-sheet-request">
            <p className="mono">
              <strong>{method}</strong> {target}
            </p>
            <p className="quiet small mono">Content-Type: {type}</p>
            <pre>{JSON.stringify(body, null, 2)}</pre>
          </li>
        ))}
      </ol>
      {requests.length > mostShown ? (
        <p className="quiet small">{`…${moreWords(requests.length)}, of the same form.`}</p>
      ) : null}
    </section>
  );
}

function CommandLines({ lines }: { readonly lines: readonly string[] }) {
  const page = usePage();
  if (lines.length === 0) return null;
  const text = lines.join("\n");
  return (
    <section aria-label="The same by kubectl">
      <div className="row">
        <h3 className="kp-sheet-title grow">The same by kubectl</h3>
        {page.embed === undefined ? (
          <LinkButton size="small" tone="plain" icon="terminal" href={terminalAddress(text)}>
            In the terminal
          </LinkButton>
        ) : null}
        <IconButton
          icon="copy"
          size="small"
          label="Copy the command line"
          onClick={() => void copy(page, text, "Command line copied.")}
        />
      </div>
      <pre className="kp-sheet-lines">{lines.slice(0, mostShown).join("\n") + moreWords(lines.length)}</pre>
    </section>
  );
}

/** What was refused, each answer once. */
function Refusals({ results }: { readonly results: readonly RequestResult[] }) {
  const refused = results.flatMap((result) => (result.refused === undefined ? [] : [result.refused]));
  if (refused.length === 0) return null;
  const distinct = [...new Map(refused.map((status) => [status.message ?? "", status])).values()];
  return (
    <section className="stack" aria-label="Refused">
      {results.length === 1 ? null : (
        <p>
          {formatCount(results.length - refused.length)} of {formatCount(results.length)} requests were accepted.
          Sending again tries all of them.
        </p>
      )}
      {distinct.slice(0, mostShown).map((status) => (
        <StatusNote key={status.message} status={status} />
      ))}
    </section>
  );
}
