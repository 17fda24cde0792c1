import { useState } from "react";
import type { TracedMessage, TraceRef } from "../../../component-base/trace.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useLaidOut } from "../../code/use-yaml.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { formatBytes, plural } from "../../data/words.ts";
import { Skeleton } from "../../design/feedback.tsx";
import { looksLikeJson } from "../../../assist/language.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import { textOf } from "./trace-texts.ts";

/** The headers and the body of a request or an answer, folded until asked for. */
export function Message({ title, message }: { readonly title: string; readonly message: TracedMessage }) {
  const [isOpen, setOpen] = useState(false);
  const { headers, body } = message;
  const size = body === undefined ? "no body kept" : formatBytes(body.bytes);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{title}</strong> <span className="quiet">{`${plural(headers.length, "header")}, ${size}`}</span>
      </summary>
      {isOpen ? (
        <div className="stack">
          <dl className="kp-facts mono">
            {headers.map(([name, value], i) => (
              <div key={i}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {body === undefined ? null : <Body title={title} body={body} />}
        </div>
      ) : null}
    </details>
  );
}

function Body({ title, body }: { readonly title: string; readonly body: TraceRef }) {
  const page = usePage();
  const found = useLatestAnswer(() => textOf(page, body).then((text) => ({ text })), [page, body]);
  if (found === undefined) return <Skeleton lines={4} />;
  if (found.text === undefined) return <p className="quiet">The body is no longer kept.</p>;
  return looksLikeJson(found.text) ? (
    <LaidOut title={title} text={found.text} />
  ) : (
    <CodeView label={`Body of the ${title.toLowerCase()}`} language="yaml" text={found.text} />
  );
}

function LaidOut({ title, text }: { readonly title: string; readonly text: string }) {
  const language = settings.use((state) => state.language);
  const laidOut = useLaidOut(text, language);
  return laidOut === undefined ? (
    <Skeleton lines={4} />
  ) : (
    <CodeView label={`Body of the ${title.toLowerCase()}`} language={language} text={laidOut} />
  );
}
