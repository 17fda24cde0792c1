import { formatGoFloat } from "../../../src/apimachinery/go-strings.ts";
import { parseQuantity, unmarshalQuantity } from "../../../src/apimachinery/quantity-parse.ts";
import type { QuantityFormat } from "../../../src/apimachinery/quantity-suffix.ts";
import { newMilliQuantity, newQuantity, type Quantity } from "../../../src/apimachinery/quantity.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { outcomeOf } from "./outcome.ts";

type Operation = (record: OracleRecord) => object;

const quantity = (record: OracleRecord, name: string): Quantity => parseQuantity(input<string>(record, name));
const integer = (record: OracleRecord, name: string): bigint => BigInt(input<number | bigint>(record, name));
const describe = (result: Quantity): object => ({ format: result.format, string: result.toString() });

function describeFully(result: Quantity): object {
  return {
    approximateFloat64: formatGoFloat(result.asApproximateFloat64()),
    asDec: result.asDecimalText(),
    asInt64: result.asInt64()?.toString(),
    format: result.format,
    isZero: result.isZero,
    json: JSON.stringify(result),
    milliValue: String(result.milliValue),
    sign: result.sign,
    string: result.toString(),
    value: String(result.value),
  };
}

// oxfmt-ignore
const operations: Readonly<Record<string, Operation>> = {
  parse: (record) => describeFully(quantity(record, "in")),
  unmarshalJSON: (record) => describe(unmarshalQuantity(input(record, "in"))),
  add: (record) => describe(quantity(record, "a").add(quantity(record, "b"))),
  sub: (record) => describe(quantity(record, "a").subtract(quantity(record, "b"))),
  neg: (record) => ({ string: quantity(record, "a").negate().toString() }),
  cmp: (record) => ({ cmp: quantity(record, "a").compare(quantity(record, "b")), equal: quantity(record, "a").equals(quantity(record, "b")) }),
  mul: (record) => printRounded(quantity(record, "a").multiply(integer(record, "by"))),
  roundUp: (record) => printRounded(quantity(record, "a").roundUp(input(record, "scale"))),
  scaledValue: (record) => ({ value: String(quantity(record, "a").scaledValue(input(record, "scale"))) }),
  newQuantity: (record) => ({ string: newQuantity(integer(record, "value"), input<QuantityFormat>(record, "format")).toString() }),
  newMilliQuantity: (record) => ({ string: newMilliQuantity(integer(record, "value"), input<QuantityFormat>(record, "format")).toString() }),
};

const printRounded = ({
  quantity: result,
  exact,
}: {
  readonly quantity: Quantity;
  readonly exact: boolean;
}): object => ({ exact, string: result.toString() });

export function check(record: OracleRecord): string | undefined {
  const operation = operations[record.op ?? ""];
  return operation
    ? difference(
        record.expect,
        outcomeOf(() => operation(record)),
      )
    : `unknown operation ${record.op}`;
}
