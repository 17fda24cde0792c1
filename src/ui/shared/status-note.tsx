import { useMemo } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { missingRuleOf } from "../../diagnosis/refused/missing-rule.ts";
import { refusal } from "../data/send.ts";
import { deferred } from "../design/deferred.tsx";
import { Note } from "../design/feedback.tsx";
import type { RequestChange, SentRequest } from "./request-change.ts";
import { MissingRuleNote } from "./missing-rule-note.tsx";

/** Why a request was refused and what would work; its code is loaded with the first error. */
const refusalHelp = deferred(async () => (await import("./refusal-help.tsx")).RefusalHelp, null);

interface Changeable {
  readonly request?: SentRequest | undefined;
  /** The situation that another part of the view tells of: nothing more is said of it. */
  readonly toldElsewhere?: string | undefined;
  /** Called with what people accept of the help. */
  readonly onChange?: ((change: RequestChange) => void) | undefined;
}

/** What would work in place of a refused request. */
export function StatusHelp({ status, ...changeable }: Changeable & { readonly status: Status }) {
  return <refusalHelp.View status={status} {...changeable} />;
}

/** What is meant by fields that the server has warned of and dropped; nothing for other warnings. */
export function WarningHelp({ warnings, ...changeable }: Changeable & { readonly warnings: readonly string[] }) {
  const message = warnings.filter((warning) => warning.startsWith("unknown field ")).join(", ");
  const status = useMemo(() => refusal(400, message), [message]);
  return message === "" ? null : <StatusHelp status={status} {...changeable} />;
}

/** Displays an error Status: the message, its causes, and with the request what would work. */
export function StatusNote({ status, ...changeable }: Changeable & { readonly status: Status }) {
  const causes = status.details?.causes ?? [];
  const rule = missingRuleOf(status);
  return (
    <Note tone="error">
      <p>
        <strong>{status.reason ?? status.code}</strong>: {status.message}
      </p>
      {causes.length < 2 ? null : (
        <ul className="small" style={{ margin: "4px 0" }}>
          {causes.map((cause, i) => (
            <li key={i}>
              <code>{cause.field}</code> {cause.message}
            </li>
          ))}
        </ul>
      )}
      <StatusHelp status={status} {...changeable} />
      {rule === undefined ? null : <MissingRuleNote rule={rule} />}
    </Note>
  );
}
