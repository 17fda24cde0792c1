import { codeType } from "../platform/presenting.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { foldRanges, linesOfKeys, shownLines, visibleLines, type FoldRange } from "./fold.ts";
import { tokensOf, type CodeLanguage } from "./highlight.ts";

/** The number of lines up to which all lines are rendered, so that the browser's own search finds them. */
const wholeUpTo = 800;

export interface CodeViewProps {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly label: string;
  /** Keys that are initially folded. */
  readonly folded?: readonly string[];
  /** A line, counted from 0, that is marked and brought into sight. */
  readonly marked?: number | undefined;
}

const atFirst = ["managedFields"];

/** Text that is cut into pieces has no structure to fold. */
const noRanges: ReadonlyMap<number, FoldRange> = new Map();

/** Read-only text of any length with syntax highlighting, line numbers and folding. */
export function CodeView({ text, language, label, folded: keys = atFirst, marked }: CodeViewProps) {
  const { lines, numbers } = useMemo(() => shownLines(text), [text]);
  const ranges = useMemo(() => (numbers === undefined ? foldRanges(lines) : noRanges), [lines, numbers]);
  const closed = useMemo(() => linesOfKeys(lines, ranges, keys), [lines, ranges, keys]);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const names = useMemo(() => foldKeys(lines, ranges), [lines, ranges]);
  const folded = useMemo(() => turnedOver(names, closed, turned), [names, closed, turned]);
  const visible = useMemo(() => visibleLines(lines.length, ranges, folded), [lines, ranges, folded]);
  const toggle = (line: number) => setTurned((was) => flip(was, names.get(line) ?? ""));
  const shared = { lines, numbers, ranges, folded, language, toggle, visible, marked };
  return (
    <div
      className="kp-code fill"
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ "--gutter": `${String(lines.length).length}ch` }}
    >
      {visible.length <= wholeUpTo ? (
        visible.map((line) => <Line key={line} line={line} {...shared} />)
      ) : (
        <ManyLines {...shared} />
      )}
    </div>
  );
}

/**
 * Returns stable keys for foldable lines: a line's text and the number of identical lines above it, so that folding
 * survives a new revision of the document.
 */
function foldKeys(lines: readonly string[], ranges: ReadonlyMap<number, FoldRange>): ReadonlyMap<number, string> {
  const seen = new Map<string, number>();
  const keys = new Map<number, string>();
  for (const line of [...ranges.keys()].toSorted((a, b) => a - b)) {
    const text = lines[line]?.trimEnd() ?? "";
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    keys.set(line, `${nth} ${text}`);
  }
  return keys;
}

function turnedOver(
  keys: ReadonlyMap<number, string>,
  closed: ReadonlySet<number>,
  turned: ReadonlySet<string>,
): ReadonlySet<number> {
  if (turned.size === 0) return closed;
  const folded = new Set(closed);
  for (const [line, key] of keys) {
    if (!turned.has(key)) continue;
    if (closed.has(line)) folded.delete(line);
    else folded.add(line);
  }
  return folded;
}

function flip(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface LineProps {
  readonly line: number;
  readonly lines: readonly string[];
  readonly numbers: readonly (number | undefined)[] | undefined;
  readonly ranges: ReadonlyMap<number, FoldRange>;
  readonly folded: ReadonlySet<number>;
  readonly language: CodeLanguage;
  readonly toggle: (line: number) => void;
  readonly marked: number | undefined;
}

function Line({ line, lines, numbers, ranges, folded, language, toggle, marked }: LineProps) {
  const range = ranges.get(line);
  const isFolded = folded.has(line);
  const isMarked = line === marked;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: "center" });
  }, [isMarked]);
  return (
    <div className="kp-code-line" ref={element} data-marked={isMarked ? "" : undefined}>
      <span className="kp-code-number" aria-hidden="true">
        {numbers === undefined ? line + 1 : numbers[line]}
      </span>
      <span className="kp-code-fold">
        {range === undefined ? null : (
          <button
            type="button"
            aria-label={`${isFolded ? "unfold" : "fold"} line ${line + 1}`}
            aria-expanded={!isFolded}
            tabIndex={isFolded ? 0 : -1}
            onClick={() => toggle(line)}
          >
            <Icon name={isFolded ? "right" : "down"} size={12} />
          </button>
        )}
      </span>
      <code>
        {numbers === undefined ? <Tokens text={lines[line] ?? ""} language={language} /> : lines[line]}
        {isFolded && range !== undefined ? (
          <button
            type="button"
            className="kp-code-more"
            onClick={() => toggle(line)}
          >{` … ${range.end - range.start} lines`}</button>
        ) : null}
      </code>
    </div>
  );
}

const Tokens = ({ text, language }: { readonly text: string; readonly language: CodeLanguage }) =>
  tokensOf(text, language).map((token, i) =>
    token.kind === "" ? (
      token.text
    ) : (
      <span key={i} className={`kp-t-${token.kind}`}>
        {token.text}
      </span>
    ),
  );

function ManyLines({ visible, ...shared }: Omit<LineProps, "line"> & { readonly visible: readonly number[] }) {
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => viewport.current?.parentElement ?? null,
    estimateSize: () => codeType().line,
    overscan: 30,
  });
  const at = shared.marked === undefined ? -1 : visible.indexOf(shared.marked);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "center" });
  }, [at, virtual]);
  return (
    <div ref={viewport} style={{ height: virtual.getTotalSize(), position: "relative" }}>
      {virtual.getVirtualItems().map((item) => (
        <div
          key={item.key}
          style={{ position: "absolute", top: 0, left: 0, minWidth: "100%", transform: `translateY(${item.start}px)` }}
        >
          <Line line={visible[item.index] ?? 0} {...shared} />
        </div>
      ))}
    </div>
  );
}
