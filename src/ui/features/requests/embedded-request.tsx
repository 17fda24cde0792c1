import { CodeView } from "../../code/code-view.tsx";
import { AnswerView } from "./answer-view.tsx";
import { BodyPart, RequestLine, SendButton } from "./composer.tsx";
import { requests } from "./store.ts";

/** The methods whose requests have a body. */
const withBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** One request and its answer, without the history. */
export function EmbeddedRequest({ readOnly }: { readonly readOnly: boolean }) {
  const { method, body } = requests.use((state) => state.draft);
  const asked = requests.use(({ shown, runs }) => shown !== undefined && runs[shown] !== undefined);
  return (
    <div className="column kp-request-embed">
      {readOnly ? <FixedRequest /> : <RequestLine />}
      {!readOnly && (withBody.has(method) || body !== "") ? <BodyPart /> : null}
      {asked ? <AnswerView /> : <p className="pad quiet">The answer appears here.</p>}
    </div>
  );
}

/** A request that the reader cannot change. Only a GET can be sent again. */
function FixedRequest() {
  const { method, target, body, language } = requests.use((state) => state.draft);
  return (
    <>
      <div className="kp-toolbar" role="group" aria-label="Request line">
        <span className="kp-verb mono" data-method={method}>
          {method}
        </span>
        <span className="mono grow kp-fixed-target">{target}</span>
        {method === "GET" ? <SendButton /> : null}
      </div>
      {body === "" ? null : <CodeView label="Request body" language={language} text={body} />}
    </>
  );
}
