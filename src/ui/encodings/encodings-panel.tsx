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
import { askEncodings, type Encoded } from "./encodings.ts";
import { HexView } from "./hex-view.tsx";
import "./encodings.css";

/** The same object as JSON, YAML, protobuf and CBOR, asked for anew with each revision: sizes side by side, and what travels. */
export function EncodingsPanel({ target, revision }: { readonly target: string; readonly revision: string }) {
  const page = usePage();
  const route = useStore(page.route);
  const { value, refused } = useAnswer(`${target} ${revision}`, (signal) => askEncodings(page.handle, target, signal));
  if (refused !== undefined) return <div className="pad"><StatusNote status={refused} /></div>;
  if (value === undefined) return <Skeleton lines={8} />;
  const shown = value.find(({ encoding }) => encoding.id === route.parameters["enc"]) ?? value[0];
  if (shown === undefined) return null;
  const set = (changes: Readonly<Record<string, string | undefined>>) => navigate(withParameters(route, changes), true);
  return (
    <section className="column fill" aria-label="Encodings">
      <Sizes all={value} shown={shown} onShow={(enc) => set({ enc: enc === "json" ? undefined : enc })} />
      <Content encoded={shown} asBytes={route.parameters["as"] === "bytes"} onBytes={(bytes) => set({ as: bytes ? "bytes" : undefined })} />
    </section>
  );
}

function Sizes({ all, shown, onShow }: { readonly all: readonly Encoded[]; readonly shown: Encoded; readonly onShow: (id: string) => void }) {
  const answered = all.filter(({ refused }) => refused === undefined);
  const largest = Math.max(1, ...answered.map(({ bytes }) => bytes.length));
  const json = answered.find(({ encoding }) => encoding.id === "json")?.bytes.length;
  return (
    <div className="kp-enc-sizes" role="group" aria-label="Encodings and their sizes">
      {all.map((item) => <Size key={item.encoding.id} item={item} largest={largest} json={json} isShown={item === shown} onShow={() => onShow(item.encoding.id)} />)}
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

function Size({ item: { encoding, bytes, refused }, largest, json, isShown, onShow }: SizeProps) {
  const share = json === undefined || encoding.id === "json" ? "" : `${Math.round((100 * bytes.length) / json)} % of JSON`;
  return (
    <button type="button" aria-pressed={isShown} onClick={onShow}>
      <strong>{encoding.label}</strong>
      <span>{refused === undefined ? formatBytes(bytes.length) : "not to be had"} <span className="quiet small">{refused === undefined ? share : ""}</span></span>
      <span className="kp-enc-bar" aria-hidden="true"><span style={{ width: refused === undefined ? `${(100 * bytes.length) / largest}%` : 0 }} /></span>
    </button>
  );
}

function Content({ encoded: { encoding, bytes, refused }, asBytes, onBytes }: { readonly encoded: Encoded; readonly asBytes: boolean; readonly onBytes: (bytes: boolean) => void }) {
  if (refused !== undefined) return <div className="pad stack">{refused.code === 406 ? <p>{encoding.refused}</p> : null}<StatusNote status={refused} /></div>;
  const binary = asBytes || !encoding.isText;
  return (
    <>
      <div className="kp-enc-words">
        <p className="grow small"><code>Accept: {encoding.mediaType}</code> {formatCount(bytes.length)} bytes. {encoding.words}</p>
        {encoding.isText ? <Button size="small" aria-pressed={asBytes} onClick={() => onBytes(!asBytes)}>Bytes</Button> : null}
      </div>
      {binary ? <HexView key={encoding.id} bytes={bytes} label={`${encoding.label} bytes`} /> : <Text encoding={encoding} bytes={bytes} />}
    </>
  );
}

function Text({ encoding, bytes }: Pick<Encoded, "encoding" | "bytes">) {
  const text = useMemo(() => {
    const sent = new TextDecoder().decode(bytes);
    return encoding.id === "json" ? printJson(JSON.parse(sent)) : sent;
  }, [encoding, bytes]);
  return <CodeView text={text} language={encoding.id === "json" ? "json" : "yaml"} label={`The object as ${encoding.label}`} />;
}
