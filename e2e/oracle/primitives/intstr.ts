import {
  decodeIntOrString,
  intValue,
  parseIntOrString,
  scaledValue,
  type IntOrString,
} from "../../../src/apimachinery/int-or-string.ts";
import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { messageOf, outcomeOf } from "./outcome.ts";

const describe = (value: IntOrString): object => ({
  intValue: intValue(value),
  json: encodeJson(value),
  string: String(value),
  type: typeof value === "number" ? 0 : 1,
});

function scaled(record: OracleRecord): object {
  let value = 0;
  const error = messageOf(
    () => (value = scaledValue(input(record, "in"), input(record, "total"), input(record, "roundUp"))),
  );
  return { value, error: error ?? null };
}

function run(record: OracleRecord): object | undefined {
  const text = input<string>(record, "in");
  switch (record.op) {
    case "unmarshalJSON":
      return outcomeOf(() => describe(decodeIntOrString(decodeJson(text), text.trim())));
    case "parse":
      return describe(parseIntOrString(text));
    case "getScaledValueFromIntOrPercent":
      return scaled(record);
    default:
      return undefined;
  }
}

export function check(record: OracleRecord): string | undefined {
  const outcome = run(record);
  return outcome ? difference(record.expect, outcome) : `unknown operation ${record.op}`;
}
