import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";
import { DurationParseError, parseDuration } from "../../apimachinery/duration.ts";

/** A schedule that is not valid; the message is that of robfig/cron. */
class ScheduleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ScheduleError";
  }
}

/** The values that one part of a schedule may have, with names for some of them. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const numbered = (names: string, first: number): ReadonlyMap<string, number> =>
  new Map(names.split(" ").map((name, i) => [name, i + first]));

const parts: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: numbered("jan feb mar apr may jun jul aug sep oct nov dec", 1) },
  { min: 0, max: 6, names: numbered("sun mon tue wed thu fri sat", 0) },
];

const descriptors = new Set(["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"]);

function parseNumber(text: string): number {
  try {
    const value = Number(atoi(text));
    if (value < 0) throw new ScheduleError(`negative number (${value}) not allowed: ${text}`);
    return value;
  } catch (error) {
    if (error instanceof NumberParseError)
      throw new ScheduleError(`failed to parse int from ${text}: ${error.message}`);
    throw error;
  }
}

const numberOrName = (text: string, { names }: Bounds): number => names?.get(text.toLowerCase()) ?? parseNumber(text);

/** Checks one range: `5`, `1-5`, `*`, and each with a step: `1-5/2`. */
function checkRange(text: string, bounds: Bounds): void {
  const [range = "", step, ...more] = text.split("/");
  const ends = range.split("-");
  const isStar = ends[0] === "*" || ends[0] === "?";
  const start = isStar ? bounds.min : numberOrName(ends[0] ?? "", bounds);
  if (!isStar && ends.length > 2) throw new ScheduleError(`too many hyphens: ${text}`);
  let end = isStar ? bounds.max : ends.length === 2 ? numberOrName(ends[1] ?? "", bounds) : start;
  if (more.length > 0) throw new ScheduleError(`too many slashes: ${text}`);
  const every = step === undefined ? 1 : parseNumber(step);
  if (step !== undefined && ends.length === 1) end = bounds.max;
  if (start < bounds.min)
    throw new ScheduleError(`beginning of range (${start}) below minimum (${bounds.min}): ${text}`);
  if (end > bounds.max) throw new ScheduleError(`end of range (${end}) above maximum (${bounds.max}): ${text}`);
  if (start > end) throw new ScheduleError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (every === 0) throw new ScheduleError(`step of range should be a positive number: ${text}`);
}

function checkDescriptor(text: string): void {
  if (descriptors.has(text)) return;
  if (!text.startsWith("@every ")) throw new ScheduleError(`unrecognized descriptor: ${text}`);
  try {
    parseDuration(text.slice("@every ".length));
  } catch (error) {
    if (error instanceof DurationParseError)
      throw new ScheduleError(`failed to parse duration ${text}: ${error.message}`);
    throw error;
  }
}

/** Returns the schedule without the time zone that older ones begin with. */
function withoutZone(schedule: string, hasZone: (name: string) => boolean): string {
  if (!schedule.startsWith("TZ=") && !schedule.startsWith("CRON_TZ=")) return schedule;
  const space = schedule.indexOf(" ");
  const zone = schedule.slice(schedule.indexOf("=") + 1, space < 0 ? undefined : space);
  if (!hasZone(zone)) throw new ScheduleError(`provided bad location ${zone}: unknown time zone ${zone}`);
  return space < 0 ? "" : schedule.slice(space).trim();
}

function check(schedule: string, hasZone: (name: string) => boolean): void {
  if (schedule === "") throw new ScheduleError("empty spec string");
  const text = withoutZone(schedule, hasZone);
  if (text.startsWith("@")) return checkDescriptor(text);
  const fields = text.split(/\s+/).filter((field) => field !== "");
  if (fields.length !== parts.length)
    throw new ScheduleError(`expected exactly ${parts.length} fields, found ${fields.length}: [${fields.join(" ")}]`);
  for (const [i, bounds] of parts.entries())
    for (const range of (fields[i] ?? "").split(",")) if (range !== "") checkRange(range, bounds);
}

/** Returns what is wrong with a schedule in cron syntax (cron.ParseStandard); undefined if it is valid. */
export function scheduleError(schedule: string, hasZone: (name: string) => boolean): string | undefined {
  try {
    check(schedule, hasZone);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}
