import { countOf, tickWidth, type Tick } from "./model/tick-layout.ts";
import type { WriteKind } from "./timeline-store.ts";

const kinds: readonly WriteKind[] = ["create", "update", "delete"];

/** The colours of the kinds of writes, and of the lines between rows. */
export type TickColours = Readonly<Record<WriteKind | "line", string>>;

/** Reads the colours of the theme that is shown. */
export function tickColours(element: Element): TickColours {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    create: colour("--added"),
    update: colour("--modified"),
    delete: colour("--deleted"),
    line: colour("--neutral-4"),
  };
}

export interface Picture {
  readonly ticks: readonly Tick[];
  readonly lanes: number;
  readonly laneHeight: number;
  readonly width: number;
  readonly colours: TickColours;
}

/** Draws the rows: a single write by its shape, several as a bar, which grows with their number, of their kinds. */
export function drawTicks(canvas: HTMLCanvasElement, { ticks, lanes, laneHeight, width, colours }: Picture): void {
  const scale = devicePixelRatio || 1;
  const height = lanes * laneHeight;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(scale, scale);
  context.fillStyle = colours.line;
  for (let lane = 0; lane < lanes; lane++) context.fillRect(0, (lane + 0.5) * laneHeight, width, 1);
  for (const tick of ticks) {
    const middle = (tick.lane + 0.5) * laneHeight;
    const only = kinds.find((kind) => tick[kind] === 1);
    if (countOf(tick) === 1 && only !== undefined) drawShape(context, only, tick.x, middle, colours[only]);
    else drawBar(context, tick, middle, laneHeight, colours);
  }
}

/** A circle for what is created, a square for what is updated, a cross for what is deleted. */
function drawShape(context: CanvasRenderingContext2D, kind: WriteKind, x: number, y: number, colour: string): void {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.beginPath();
  switch (kind) {
    case "create":
      context.arc(x, y, 2.5, 0, 2 * Math.PI);
      return context.fill();
    case "update":
      return context.fillRect(x - 2, y - 2, 4, 4);
    case "delete":
      context.lineWidth = 1.5;
      context.moveTo(x - 2.5, y - 2.5);
      context.lineTo(x + 2.5, y + 2.5);
      context.moveTo(x + 2.5, y - 2.5);
      context.lineTo(x - 2.5, y + 2.5);
      return context.stroke();
  }
}

function drawBar(
  context: CanvasRenderingContext2D,
  tick: Tick,
  middle: number,
  laneHeight: number,
  colours: TickColours,
): void {
  const count = countOf(tick);
  const height = Math.min(laneHeight - 2, 5 + 2.5 * Math.log2(count));
  let top = middle - height / 2;
  for (const kind of kinds) {
    const part = (tick[kind] / count) * height;
    if (part === 0) continue;
    context.fillStyle = colours[kind];
    context.fillRect(tick.x - tickWidth / 2 + 0.5, top, tickWidth - 1, Math.max(1, part));
    top += part;
  }
}
