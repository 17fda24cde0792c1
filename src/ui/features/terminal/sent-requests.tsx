import { useState } from "react";
import { fetchSnippet } from "../../../client/snippets/fetch.ts";
import { CodeView } from "../../code/code-view.tsx";
import { formatCount, plural, statusLine, statusTone } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { copy } from "../../state/copy.ts";
import { usePage } from "../../state/page.ts";
import { consoleAddress } from "../../state/route.ts";
import { httpBody, httpHead, httpText } from "./model/http-text.ts";
import type { Entry, SentRequest } from "./model/transcript.ts";
import { serveAddress } from "../../kube/serve-address.ts";

const shownAtFirst = 20;

const isDiscovery = ({ method, target }: SentRequest): boolean =>
  method === "GET" && /^\/(?:apis?(?:\/[^/?]+){0,2}|apis|openapi\/[^?]*|version)(?:\?.*)?$/.test(target);

/** The requests that a command sent, as HTTP or as code. Discovery is counted, and shown when asked. */
export function SentRequests({ entry: { requests } }: { readonly entry: Entry }) {
  const [form, setForm] = useState<"http" | "fetch">("http");
  const [all, setAll] = useState(false);
  const asked = requests.filter((request) => !isDiscovery(request));
  const shown = all || asked.length === 0 ? requests : asked;
  const hidden = requests.length - Math.min(shown.length, all ? requests.length : shownAtFirst);
  return (
    <section className="kp-sent stack" aria-label="What the command sent">
      <div className="row wrap">
        <div className="kp-switch" role="group" aria-label="Form of the requests">
          <Button size="small" tone="plain" aria-pressed={form === "http"} onClick={() => setForm("http")}>
            HTTP
          </Button>
          <Button size="small" tone="plain" aria-pressed={form === "fetch"} onClick={() => setForm("fetch")}>
            fetch
          </Button>
        </div>
        {all || hidden === 0 ? null : (
          <Button size="small" tone="plain" onClick={() => setAll(true)}>
            Show {formatCount(hidden)} more, {plural(requests.length - asked.length, "request")} of discovery
          </Button>
        )}
      </div>
      <ol className="stack">
        {shown.slice(0, all ? undefined : shownAtFirst).map((request) => (
          <SentRequestView key={request.id} request={request} form={form} />
        ))}
      </ol>
    </section>
  );
}

function SentRequestView({ request, form }: { readonly request: SentRequest; readonly form: "http" | "fetch" }) {
  const page = usePage();
  const { method, target, headers, body, status } = request;
  const text =
    form === "http"
      ? httpText(request)
      : fetchSnippet({ method, target, headers, body }, { server: serveAddress, resources: [] }).text;
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return (
    <li className="kp-boxed">
      <div className="row wrap kp-sent-head">
        <Badge tone={status === 0 ? "neutral" : statusTone(status)}>{status === 0 ? "open" : statusLine(status)}</Badge>
        <span className="grow" />
        <Button size="small" tone="plain" icon="copy" onClick={() => void copy(page, text, "Request copied.")}>
          Copy
        </Button>
        <LinkButton
          size="small"
          tone="plain"
          icon="edit"
          href={consoleAddress({
            method,
            target,
            ...(body !== "" && { body }),
            ...(body !== "" && type !== undefined && { type }),
          })}
        >
          In the console
        </LinkButton>
      </div>
      {form === "fetch" ? (
        <CodeView label={`${method} ${target} as fetch`} language="javascript" text={text} folded={[]} />
      ) : (
        <>
          <pre className="kp-sent-http">{httpHead(request)}</pre>
          {body === "" ? null : (
            <CodeView
              label={`Body of ${method} ${target}`}
              language={type?.includes("yaml") === true ? "yaml" : "json"}
              text={httpBody(request)}
              folded={[]}
            />
          )}
        </>
      )}
    </li>
  );
}
