import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { followTheme } from "../../platform/theme.ts";
import { useWidth } from "../../platform/use-width.ts";
import { drawTicks, tickColours } from "./draw-ticks.ts";
import type { Lane } from "./model/authors.ts";
import { nearest } from "./model/entries.ts";
import { layTicks, placeOf, revisionAt, type Span } from "./model/tick-layout.ts";
import { timeline, type Timeline } from "./timeline-store.ts";

export interface RevisionSliderProps {
  readonly lanes: readonly Lane[];
  readonly laneHeight: number;
  readonly span: Span;
  /** What the value of the slider is, in words. */
  readonly words: string;
  /** Called with the revision that the pointer is at. */
  readonly onHover: (revision: number | undefined) => void;
  readonly onZoom: (direction: 1 | -1) => void;
}

/** The line of revisions as a slider: dragging shows the world at a revision, and keys step through the writes. */
export function RevisionSlider({ lanes, laneHeight, span, words, onHover, onZoom }: RevisionSliderProps) {
  const { at, revision, compacted, shown } = timeline.use((state) => state);
  const { go } = timeline.use((state) => state);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const onKeyDown = useSliderKeys(onZoom);
  const writeAt = (event: PointerEvent<HTMLDivElement>): number | undefined => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const asked = revisionAt(x, span, width);
    return nearest(shown, asked)?.revision;
  };
  const hover = (to: number | undefined): void => {
    setHovered(to);
    onHover(to);
  };
  const now = at ?? revision;
  return (
    <div
      ref={box}
      className="kp-time-line"
      role="slider"
      tabIndex={0}
      aria-label="Revision"
      aria-orientation="horizontal"
      aria-valuemin={compacted}
      aria-valuemax={revision}
      aria-valuenow={now}
      aria-valuetext={words}
      data-past={at === undefined ? undefined : ""}
      style={{ height: lanes.length * laneHeight }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const to = writeAt(event);
        if (to !== undefined) go(to);
      }}
      onPointerMove={(event) => {
        const to = writeAt(event);
        hover(to);
        if (event.currentTarget.hasPointerCapture(event.pointerId) && to !== undefined && to !== at) go(to);
      }}
      onPointerLeave={() => hover(undefined)}
    >
      <Ticks lanes={lanes} laneHeight={laneHeight} span={span} width={width} />
      {hovered === undefined ? null : (
        <span className="kp-time-hover" style={{ left: placeOf(hovered, span, width) }} aria-hidden="true" />
      )}
      <span
        className="kp-time-head"
        style={{ left: Math.max(0, Math.min(width, placeOf(now, span, width))) }}
        aria-hidden="true"
      />
    </div>
  );
}

interface TicksProps extends Pick<RevisionSliderProps, "lanes" | "laneHeight" | "span"> {
  readonly width: number;
}

/** The ticks, drawn again when they are others or the theme is. */
function Ticks({ lanes, laneHeight, span, width }: TicksProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = timeline.use((state) => state.shown);
  const ticks = useMemo(() => layTicks(shown, lanes, span, width), [shown, lanes, span, width]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    let frame = 0;
    const draw = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        drawTicks(element, { ticks, lanes: lanes.length, laneHeight, width, colours: tickColours(element) }),
      );
    };
    draw();
    const unfollow = followTheme(draw);
    return () => {
      unfollow();
      cancelAnimationFrame(frame);
    };
  }, [ticks, lanes, laneHeight, width]);
  return <canvas ref={canvas} aria-hidden="true" style={{ width, height: lanes.length * laneHeight }} />;
}

type KeyRow = readonly [keys: readonly string[], act: (line: Timeline, zoom: (direction: 1 | -1) => void) => void];

const rows: readonly KeyRow[] = [
  [["ArrowLeft", "ArrowDown"], (line) => line.step(-1, "write")],
  [["ArrowRight", "ArrowUp"], (line) => line.step(1, "write")],
  [["PageDown"], (line) => line.step(-1, "group")],
  [["PageUp"], (line) => line.step(1, "group")],
  [["Home"], (line) => line.go(line.compacted)],
  [["End", "Escape"], (line) => line.go(undefined)],
  [[" "], (line) => line.play(!line.isPlaying)],
  [["+", "="], (_line, zoom) => zoom(1)],
  [["-"], (_line, zoom) => zoom(-1)],
];

function useSliderKeys(onZoom: (direction: 1 | -1) => void) {
  const line = timeline.use((state) => state);
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows.find(([keys]) => keys.includes(event.key));
    if (row === undefined) return;
    event.preventDefault();
    row[1](line, onZoom);
  };
}
