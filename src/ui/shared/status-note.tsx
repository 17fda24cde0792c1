import type { Status } from "../../apimachinery/meta.ts";
import { Note } from "../design/feedback.tsx";
import { missingRuleOf } from "../../diagnosis/refused/missing-rule.ts";
import { MissingRuleNote } from "./missing-rule-note.tsx";

// oxfmt-ignore
const advice: Readonly<Record<string, string>> = {
  NotFound: "Check the name and the namespace, or list the collection to see what is there.",
  AlreadyExists: "Choose another name, or update the existing object.",
  Conflict: "The object changed since you read it. Get the latest version, apply your change to it, and send again.",
  Invalid: "Correct the fields listed and send again.",
  Forbidden: "Use a user that is allowed to do this, or grant the permission.",
  Unauthorized: "The credentials were not accepted. Send the request without an Authorization header, or with a valid one.",
  BadRequest: "The server could not parse the request. The message says where.",
  Expired: "That revision has been compacted. Start again from the latest one.",
  Gone: "That revision has been compacted. Start again from the latest one.",
  MethodNotAllowed: "This path supports other methods.",
  NotAcceptable: "Accept a media type that the server supports: Accept: application/json.",
  UnsupportedMediaType: "Send the body in a media type that the server supports: Content-Type: application/json.",
  RequestEntityTooLarge: "Send a smaller body: the limit is 3 MB.",
  Timeout: "Try again in a moment.",
  ServiceUnavailable: "The server is temporarily unavailable. It is not known whether the request was executed.",
};

/** Displays an error Status: the message, its causes and advice. */
export function StatusNote({ status }: { readonly status: Status }) {
  const causes = status.details?.causes ?? [];
  const rule = missingRuleOf(status);
  const what = rule === undefined ? advice[status.reason ?? ""] : undefined;
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
      {what === undefined ? null : <p className="quiet">{what}</p>}
      {rule === undefined ? null : <MissingRuleNote rule={rule} />}
    </Note>
  );
}
