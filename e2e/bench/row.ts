/** A row of the benchmark: the throughput of Kubepad next to a baseline measured in the same run. */
export interface Row {
  readonly name: string;
  readonly where: "in process" | "HTTP" | "worker" | "page";
  readonly backend: "memory" | "file, fsync" | "file, no fsync" | "IndexedDB" | "etcd" | "another server's";
  /** Operations a second (events for the fan-out), milliseconds for what is timed once, megabytes, or per cent. */
  readonly unit: "/s" | "ms" | "MB" | "%";
  readonly subject: number;
  readonly floor: number;
  readonly floorName: string;
  readonly goal?: Goal;
  /** The processor time of the subject's process for one operation, in microseconds, where it is measured. */
  readonly cpuMicros?: number;
  /**
   * Whether the ratio is the subject's cost as a multiple of the baseline's, instead of its share of the throughput.
   */
  readonly costs?: boolean;
}

/** `atLeast`: a share of the baseline's throughput. `atMost`: a multiple of the baseline's cost. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Measures subject and baseline in turn, so that both see the same noise, and returns the medians. */
export async function interleave(
  rounds: number,
  subject: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ subject: number; floor: number }> {
  const subjects: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    subjects.push(await subject());
    floors.push(await floor());
  }
  return { subject: median(subjects), floor: median(floors) };
}

/** Returns the median. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Returns the ratio that a goal refers to: a share of the baseline's throughput, or a multiple of its cost. */
export function ratio({ unit, costs, subject, floor }: Row): number {
  return costs && unit === "/s" ? floor / subject : subject / floor;
}

/** True if the goal is met; undefined if there is none. */
export function reached(row: Row): boolean | undefined {
  if (!row.goal) return undefined;
  return "atLeast" in row.goal ? ratio(row) >= row.goal.atLeast : ratio(row) <= row.goal.atMost;
}

const columns = [26, 11, 17, 14, 14, 8, 10, 10, 0];

/** The first line of the table. */
export const heading = layOut(["row", "where", "backend", "Kubepad", "floor", "ratio", "CPU", "goal", "floor is"]);

/** A row as a line of the table. */
export function formatRow(row: Row): string {
  const mark = { true: "✓ ", false: "✗ ", undefined: "" }[String(reached(row))] ?? "";
  const goal = row.goal ? `${mark}${"atLeast" in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`}` : "";
  return layOut([
    row.name,
    row.where,
    row.backend,
    figure(row.subject, row.unit),
    figure(row.floor, row.unit),
    ratio(row).toFixed(2),
    row.cpuMicros === undefined ? "" : `${row.cpuMicros.toFixed(1)} µs`,
    goal,
    row.floorName,
  ]);
}

const figure = (value: number, unit: Row["unit"]): string =>
  unit === "/s" ? `${Math.round(value).toLocaleString("en-US")}/s` : `${value.toFixed(unit === "MB" ? 1 : 2)} ${unit}`;

function layOut(cells: readonly string[]): string {
  return cells
    .map((cell, i) => cell.padEnd(columns[i] ?? 0))
    .join(" ")
    .trimEnd();
}
