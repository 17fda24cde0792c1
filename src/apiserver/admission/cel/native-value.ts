import { formatDuration } from "../../../apimachinery/duration.ts";
import { Duration } from "../../../cel/values/duration.ts";
import { Timestamp } from "../../../cel/values/timestamp.ts";
import { Uint } from "../../../cel/values/uint.ts";
import type { Value } from "../../../cel/values/value.ts";

/** A member of a constructed object whose Go value has no JSON type, as Go prints it. No typed field accepts it. */
export interface NativeValue {
  /** `%T` */
  readonly type: string;
  /** `%#v` */
  readonly syntax: string;
  /** `%v` */
  readonly text: string;
}

/** Returns the Go value of a value if it has no JSON type. */
export function nativeValue(value: Value): NativeValue | undefined {
  if (value === null) return { type: "structpb.NullValue", syntax: "0", text: "NULL_VALUE" };
  if (value instanceof Uint)
    return { type: "uint64", syntax: `0x${value.value.toString(16)}`, text: String(value.value) };
  if (value instanceof Duration) {
    const nanos = BigInt(value.nanos);
    return { type: "time.Duration", syntax: String(nanos), text: formatDuration(nanos) };
  }
  if (value instanceof Uint8Array) {
    const bytes = Array.from(value);
    const syntax = `[]uint8{${bytes.map((byte) => `0x${byte.toString(16)}`).join(", ")}}`;
    return { type: "[]uint8", syntax, text: `[${bytes.join(" ")}]` };
  }
  return value instanceof Timestamp ? nativeTime(value) : undefined;
}

const months = "January February March April May June July August September October November December".split(" ");

/** Describes a time in UTC. */
function nativeTime({ seconds, nanos }: Timestamp): NativeValue {
  const date = new Date(seconds * 1000);
  const clock = [date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), nanos].join(", ");
  const [day = "", time = ""] = new Timestamp(seconds, nanos).toString().replace("Z", "").split("T");
  return {
    type: "time.Time",
    syntax: `time.Date(${date.getUTCFullYear()}, time.${months[date.getUTCMonth()]}, ${clock}, time.UTC)`,
    text: `${day} ${time} +0000 UTC`,
  };
}
