import { useMemo, useState } from "react";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { StepExchange } from "../../../lessons/run-lesson.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { warningsOf } from "../../data/send.ts";
import { formatBytes, statusLine, statusTone } from "../../data/words.ts";
import { looksLikeJson } from "../../../assist/language.ts";
import { Badge, Note, Skeleton } from "../../design/feedback.tsx";

/** The most exchanges of a step that are shown; the requests of the lesson have all of them. */
const shownExchanges = 5;

/** What was answered to the requests of a step. */
export function Answers({
  exchanges,
  number,
}: {
  readonly exchanges: readonly StepExchange[];
  readonly number: number;
}) {
  const left = exchanges.length - shownExchanges;
  return (
    <>
      {left > 0 ? (
        <p className="quiet small">
          The last {shownExchanges} of {exchanges.length} requests:
        </p>
      ) : null}
      {exchanges.slice(-shownExchanges).map((exchange, i) => (
        <AnswerPart key={i} exchange={exchange} number={number} />
      ))}
    </>
  );
}

function AnswerPart({
  exchange: { request, answer },
  number,
}: {
  readonly exchange: StepExchange;
  readonly number: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const warnings = warningsOf(answer.headers);
  const size = answer.watch === undefined ? formatBytes(answer.bytes.length) : "a stream of events";
  return (
    <div className="kp-answer">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Badge tone={statusTone(answer.status)}>{statusLine(answer.status)}</Badge>
          <span className="mono clip" title={request.target}>
            {request.method} {request.target}
          </span>
          <span className="quiet small">{size}</span>
        </summary>
        {isOpen ? <AnswerBody answer={answer} number={number} /> : null}
      </details>
      {warnings.map((warning) => (
        <Note key={warning} tone="warning">
          {warning}
        </Note>
      ))}
      {isTable(answer.value) ? <AnswerTable table={answer.value} /> : null}
    </div>
  );
}

/** Bodies larger than this are cut off. */
const longest = 200_000;

function AnswerBody({ answer, number }: { readonly answer: StepExchange["answer"]; readonly number: number }) {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const text = useMemo(() => textOf(answer), [answer]);
  const yaml = useYaml(text);
  return (
    <div className="kp-answer-body">
      <pre className="kp-lesson-code quiet">{headers}</pre>
      {text === "" ? null : yaml === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <CodeView label={`Answer of step ${number}`} language="yaml" text={yaml} />
      )}
    </div>
  );
}

/** The text of an answer; bytes that are no text as hexadecimal digits. */
function textOf({ bytes, text, value, watch }: StepExchange["answer"]): string {
  if (watch !== undefined) return "";
  if (value !== undefined || looksLikeJson(text)) return text.slice(0, longest);
  const printable = !text.slice(0, 1000).includes("\ufffd") && !text.slice(0, 1000).includes("\0");
  if (printable) return text.slice(0, longest);
  return Array.from(bytes.subarray(0, 512), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

interface TableAnswer {
  readonly columnDefinitions: readonly unknown[];
  readonly rows: readonly unknown[];
}

const isTable = (value: unknown): value is TableAnswer =>
  isRecord(value) &&
  value["kind"] === "Table" &&
  Array.isArray(value["columnDefinitions"]) &&
  Array.isArray(value["rows"]);

const shownRows = 50;

/** A Table of the server, in its columns of priority 0. */
function AnswerTable({ table: { columnDefinitions, rows } }: { readonly table: TableAnswer }) {
  const columns = columnDefinitions.flatMap((column, i) =>
    isRecord(column) && column["priority"] === 0 ? [{ name: String(column["name"]), at: i }] : [],
  );
  return (
    <div className="kp-lesson-table" tabIndex={0} role="group" aria-label="Table that was answered">
      <table>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row, i) => (
            <tr key={i}>
              {columns.map(({ name, at }) => (
                <td key={name}>{cellText(row, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellText(row: unknown, at: number): string {
  const cells: unknown = isRecord(row) ? row["cells"] : undefined;
  const cell: unknown = Array.isArray(cells) ? cells[at] : undefined;
  return typeof cell === "string" ? cell : cell === undefined || cell === null ? "" : JSON.stringify(cell);
}
