import { useMemo } from "react";
import { useStore } from "zustand";
import { CodeView } from "../code/code-view.tsx";
import { useAnswer } from "../data/use-answer.ts";
import { formatBytes, formatCount } from "../data/words.ts";
import { printJson } from "../data/yaml.ts";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/feedback.tsx";
import { StatusNote } from "../shared/status-note.tsx";
import { usePage } from "../state/page.ts";
import { navigate, withParameters } from "../state/route.ts";
import { askEncodings, isThere, type Encoded, type Question } from "./encodings.ts";
import { HexView } from "./hex-view.tsx";
import "./encodings.css";

/** The size above which a text is shown as bytes, since its layout takes too long. */
const laidOutUpTo = 1_000_000;

export interface EncodingsPanelProps {
  readonly question: Question;
  /** The responses are requested again when this changes: the revision of an object, or the id of a response. */
  readonly stamp: string;
  /** What is encoded. */
  readonly subject: "object" | "answer";
  /** A note to display. */
  readonly note?: string | undefined;
}

/** Compares the sizes of an object in JSON, YAML, protobuf and CBOR, and shows the encoded bytes. */
export function EncodingsPanel({ question, stamp, subject, note }: EncodingsPanelProps) {
  const page = usePage();
  const route = useStore(page.route);
  const { value, refused } = useAnswer(`${question.target} ${stamp}`, (signal) =>
    askEncodings(page.handle, question, signal),
  );
  if (refused !== undefined)
    return (
      <div className="pad">
        <StatusNote status={refused} />
      </div>
    );
  if (value === undefined) return <Skeleton lines={8} />;
  const shown = value.find(({ encoding }) => encoding.id === route.parameters["enc"]) ?? value[0];
  if (shown === undefined) return null;
  const set = (changes: Readonly<Record<string, string | undefined>>) => navigate(withParameters(route, changes), true);
  return (
    <section className="column fill" aria-label="Encodings">
      <Sizes all={value} shown={shown} onShow={(enc) => set({ enc: enc === "json" ? undefined : enc })} />
      {note === undefined ? null : <p className="kp-enc-note quiet small">{note}</p>}
      <Content
        encoded={shown}
        subject={subject}
        parameters={question.parameters ?? ""}
        asBytes={route.parameters["as"] === "bytes"}
        onBytes={(bytes) => set({ as: bytes ? "bytes" : undefined })}
      />
    </section>
  );
}

function Sizes({
  all,
  shown,
  onShow,
}: {
  readonly all: readonly Encoded[];
  readonly shown: Encoded;
  readonly onShow: (id: string) => void;
}) {
  const answered = all.filter(isThere);
  const largest = Math.max(1, ...answered.map(({ bytes }) => bytes.length));
  const json = answered.find(({ encoding }) => encoding.id === "json")?.bytes.length;
  return (
    <div className="kp-enc-sizes" role="group" aria-label="Encodings and their sizes">
      {all.map((item) => (
        <Size
          key={item.encoding.id}
          item={item}
          largest={largest}
          json={json}
          isShown={item === shown}
          onShow={() => onShow(item.encoding.id)}
        />
      ))}
    </div>
  );
}

interface SizeProps {
  readonly item: Encoded;
  readonly largest: number;
  readonly json: number | undefined;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Size({ item, largest, json, isShown, onShow }: SizeProps) {
  const { encoding, bytes } = item;
  const there = isThere(item);
  const share =
    json === undefined || encoding.id === "json" ? "" : `${Math.round((100 * bytes.length) / json)} % of JSON`;
  return (
    <button type="button" aria-pressed={isShown} onClick={onShow}>
      <strong>{encoding.label}</strong>
      <span>
        {there ? formatBytes(bytes.length) : "not available"} <span className="quiet small">{there ? share : ""}</span>
      </span>
      <span className="kp-enc-bar" aria-hidden="true">
        <span style={{ width: there ? `${(100 * bytes.length) / largest}%` : 0 }} />
      </span>
    </button>
  );
}

interface ContentProps {
  readonly encoded: Encoded;
  readonly subject: EncodingsPanelProps["subject"];
  readonly parameters: string;
  readonly asBytes: boolean;
  readonly onBytes: (bytes: boolean) => void;
}

function Content({ encoded, subject, parameters, asBytes, onBytes }: ContentProps) {
  const { encoding, bytes, refused, instead } = encoded;
  if (refused !== undefined)
    return (
      <div className="pad stack">
        {refused.code === 406 ? (
          <p>
            {encoding.refused}
            {encoding.id === "cbor" ? (
              <>
                {" "}
                <a href="#/server?tab=settings">Server settings</a>
              </>
            ) : null}
          </p>
        ) : null}
        <StatusNote status={refused} />
      </div>
    );
  if (instead !== undefined)
    return (
      <p className="pad">
        The server sends this as <code>{instead === "" ? "an object without a name" : instead}</code>, whatever you ask
        for. Only API objects are available in several encodings.
      </p>
    );
  const large = encoding.isText && bytes.length > laidOutUpTo;
  const binary = asBytes || large || !encoding.isText;
  return (
    <>
      <div className="kp-enc-words">
        <p className="grow small">
          <code>
            Accept: {encoding.mediaType}
            {parameters}
          </code>{" "}
          {formatCount(bytes.length)} bytes. {encoding.words}
        </p>
        {encoding.isText && !large ? (
          <Button size="small" aria-pressed={asBytes} onClick={() => onBytes(!asBytes)}>
            Bytes
          </Button>
        ) : null}
      </div>
      {binary ? (
        <HexView key={encoding.id} bytes={bytes} label={`${encoding.label} bytes`} />
      ) : (
        <Text encoding={encoding} bytes={bytes} subject={subject} />
      )}
    </>
  );
}

function Text({ encoding, bytes, subject }: Pick<Encoded, "encoding" | "bytes"> & Pick<ContentProps, "subject">) {
  const text = useMemo(() => {
    const sent = new TextDecoder().decode(bytes);
    return encoding.id === "json" ? printJson(JSON.parse(sent)) : sent;
  }, [encoding, bytes]);
  return (
    <CodeView
      text={text}
      language={encoding.id === "json" ? "json" : "yaml"}
      label={`The ${subject} as ${encoding.label}`}
    />
  );
}
