import { member, type FunctionDecl } from "../env/declarations.ts";
import { durationType, intType, stringType, timestampType } from "../types/type.ts";
import { Duration } from "../values/duration.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { intOf } from "../values/int.ts";
import type { Value } from "../values/value.ts";
import { inTimeZone } from "../values/time-zone.ts";
import { Timestamp } from "../values/timestamp.ts";

type ClockField = (clock: Date, time: Timestamp) => number;

const dayOfYear: ClockField = (clock) => {
  const start = new Date(clock.getTime());
  start.setUTCMonth(0, 1);
  return Math.round((clock.getTime() - start.getTime()) / 86400000);
};

/** Returns a function that reads a field of the date and time, in UTC or in a time zone. */
function reading(field: ClockField): (time: Value, zone: Value) => Value {
  return (time, zone) => {
    if (!(time instanceof Timestamp)) return noSuchOverload;
    const clock = inTimeZone(time, typeof zone === "string" ? zone : "UTC");
    return clock instanceof EvalError ? clock : field(clock, time);
  };
}

/** Converts a duration to whole units. For units above minutes Go divides floats, with the same results. */
const counting =
  (unit: bigint) =>
  (span: Value): Value =>
    span instanceof Duration ? intOf(BigInt(span.nanos) / unit) : noSuchOverload;

interface Accessor {
  readonly name: string;
  readonly id: string;
  readonly field: ClockField;
  /** The unit in nanoseconds, if durations also have the function. */
  readonly unit?: bigint;
  readonly zonedId?: string;
}

const accessors: readonly Accessor[] = [
  { name: "getFullYear", id: "year", field: (clock) => clock.getUTCFullYear() },
  { name: "getMonth", id: "month", field: (clock) => clock.getUTCMonth() },
  { name: "getDayOfYear", id: "day_of_year", field: dayOfYear },
  { name: "getDayOfMonth", id: "day_of_month", field: (clock) => clock.getUTCDate() - 1 },
  { name: "getDate", id: "day_of_month_1_based", field: (clock) => clock.getUTCDate() },
  { name: "getDayOfWeek", id: "day_of_week", field: (clock) => clock.getUTCDay() },
  { name: "getHours", id: "hours", field: (clock) => clock.getUTCHours(), unit: 3600000000000n },
  { name: "getMinutes", id: "minutes", field: (clock) => clock.getUTCMinutes(), unit: 60000000000n },
  {
    name: "getSeconds",
    id: "seconds",
    zonedId: "timestamp_to_seconds_tz",
    field: (clock) => clock.getUTCSeconds(),
    unit: 1000000000n,
  },
  { name: "getMilliseconds", id: "milliseconds", field: (_, time) => Math.trunc(time.nanos / 1e6), unit: 1000000n },
];

function declareAccessor({ name, id, zonedId, field, unit }: Accessor): FunctionDecl {
  const read = reading(field);
  const overloads = [
    member(`timestamp_to_${id}`, [timestampType], intType, (time) => read(time, null)),
    member(zonedId ?? `timestamp_to_${id}_with_tz`, [timestampType, stringType], intType, read),
  ];
  return {
    name,
    overloads:
      unit === undefined
        ? overloads
        : [...overloads, member(`duration_to_${id}`, [durationType], intType, counting(unit))],
  };
}

/** Accessors of timestamps and durations. */
export const timeFunctions: readonly FunctionDecl[] = accessors.map(declareAccessor);
