import type { Status } from "../../apimachinery/meta.ts";
import { Note } from "../design/feedback.tsx";
import { missingRuleOf } from "../kube/missing-rule.ts";
import { MissingRuleNote } from "./missing-rule-note.tsx";

// oxfmt-ignore
const advice: Readonly<Record<string, string>> = {
  NotFound: "Check the name and the namespace, or list the collection to see what is there.",
  AlreadyExists: "Choose another name, or change the one that is there.",
  Conflict: "Somebody changed it since you read it. Read the newest state, make your change there, and send again.",
  Invalid: "Change what it names and send again.",
  Forbidden: "Ask as a user that may do this, or do it elsewhere.",
  Unauthorized: "The credentials were not accepted. Send the request without an Authorization header, or with a valid one.",
  BadRequest: "The server could not make sense of the request. Its message says where.",
  Expired: "That revision is no longer kept. Begin again from the newest one.",
  Gone: "That revision is no longer kept. Begin again from the newest one.",
  MethodNotAllowed: "This path takes other methods.",
  NotAcceptable: "Ask for a media type that the server has: Accept: application/json.",
  UnsupportedMediaType: "Send the body in a media type that the server reads: Content-Type: application/json.",
  RequestEntityTooLarge: "Send less: the server takes up to 3 MB.",
  Timeout: "Try again in a moment.",
  ServiceUnavailable: "The server is not reachable for the moment; nothing is known about whether the request was carried out.",
};

/** The server's refusal: what, why, and what to do. */
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
