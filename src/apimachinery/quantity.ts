import {
  addDecimals,
  approximateFloat,
  compareDecimals,
  formatDecimal,
  powerOfTen,
  removeKibis,
  removeTrailingZeros,
  roundUpDecimal,
  type Decimal,
} from "./decimal.ts";
import { isInt64 } from "./json/number.ts";
import { suffixOf, type QuantityFormat } from "./quantity-suffix.ts";

/**
 * An amount. Go stores it as an int64 if possible, which is visible in `asInt64`, in overflows and in the printed form.
 */
export interface QuantityAmount extends Decimal {
  readonly kind: "int" | "dec";
}

/** A result and whether it is exact. */
export interface RoundedQuantity {
  readonly quantity: Quantity;
  readonly exact: boolean;
}

const maxInt64 = (1n << 63n) - 1n;
const minInt64 = -(1n << 63n);
const int64 = (value: bigint): bigint => BigInt.asIntN(64, value);

/** A fixed-point number with a unit suffix (resource.Quantity). Immutable: arithmetic returns new instances. */
export class Quantity {
  readonly amount: QuantityAmount;
  readonly format: QuantityFormat;
  #text: string | undefined;

  /** `text` is the printed form, where upstream keeps the parsed text. */
  constructor(amount: QuantityAmount, format: QuantityFormat, text?: string) {
    this.amount = amount;
    this.format = format;
    this.#text = text;
  }

  get isZero(): boolean {
    return this.amount.value === 0n;
  }

  get sign(): number {
    return compareDecimals(this.amount, { value: 0n, exponent: 0 });
  }

  toString(): string {
    return (this.#text ??= this.#canonical());
  }

  toJSON(): string {
    return this.toString();
  }

  /** Returns the number as an int64 if it is whole and stored as one. */
  asInt64(): bigint | undefined {
    const { kind, exponent } = this.amount;
    if (kind === "dec" || exponent < 0) return undefined;
    return scaleUp(this.amount, exponent);
  }

  /** Returns all digits, without a suffix. */
  asDecimalText(): string {
    return formatDecimal(this.amount);
  }

  asApproximateFloat64(): number {
    return approximateFloat(this.amount);
  }

  /** Returns the whole number, rounded up; on int64 overflow 0 or a wrapped value, as upstream. */
  get value(): bigint {
    return this.scaledValue(0);
  }

  get milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /** Returns the number in units of 10^scale, rounded up (Quantity.ScaledValue). */
  scaledValue(scale: number): bigint {
    return this.amount.kind === "int" ? scaledInt(this.amount, scale) : scaledDec(this.amount, scale);
  }

  compare(other: Quantity): number {
    return compareDecimals(this.amount, other.amount);
  }

  equals(other: Quantity): boolean {
    return this.compare(other) === 0;
  }

  add(other: Quantity): Quantity {
    return new Quantity(addAmounts(this.amount, other.amount), this.isZero ? other.format : this.format);
  }

  subtract(other: Quantity): Quantity {
    return new Quantity(addAmounts(this.amount, negated(other.amount)), this.isZero ? other.format : this.format);
  }

  negate(): Quantity {
    return new Quantity(negated(this.amount), this.format);
  }

  /** Multiplies; not exact if the product exceeds int64. */
  multiply(factor: bigint): RoundedQuantity {
    const { kind, value, exponent } = this.amount;
    const product = value * factor;
    if (kind === "int" && (value === 0n || factor === 0n))
      return {
        quantity: new Quantity({ kind, value: 0n, exponent: value === 0n ? exponent : 0 }, this.format),
        exact: true,
      };
    const small = kind === "int" && isInt64(product) && staysWhole(product, exponent);
    return {
      quantity: new Quantity({ kind: small ? "int" : "dec", value: product, exponent }, this.format),
      exact: small || isInt64(product),
    };
  }

  /** Rounds away from zero to a multiple of 10^scale. */
  roundUp(scale: number): RoundedQuantity {
    const { kind, exponent } = this.amount;
    if (kind === "int" && exponent >= scale) return { quantity: this, exact: true };
    const rounded = roundUpDecimal(this.amount, scale);
    return {
      quantity: new Quantity({ ...rounded, kind }, this.format),
      exact: compareDecimals(rounded, this.amount) === 0,
    };
  }

  /** Returns the format used for printing: binary only for whole numbers from 1Ki on. */
  #printedFormat(): QuantityFormat {
    if (this.format !== "BinarySI") return this.format === "" ? "DecimalExponent" : this.format;
    const size: Decimal = {
      value: this.amount.value < 0n ? -this.amount.value : this.amount.value,
      exponent: this.amount.exponent,
    };
    const binary =
      compareDecimals(size, { value: 1024n, exponent: 0 }) >= 0 && compareDecimals(roundUpDecimal(size, 0), size) === 0;
    return binary ? "BinarySI" : "DecimalSI";
  }

  #canonical(): string {
    if (this.isZero) return "0";
    const format = this.#printedFormat();
    if (format === "BinarySI") {
      const whole = wholeValue(this.amount);
      if (this.amount.kind === "int" && whole === minInt64) return whole.toString(); // has no absolute value in Go
      const [rest, times] = removeKibis(whole);
      return rest + suffixOf(times * 10, format);
    }
    const [digits, times] = removeTrailingZeros(this.amount.value);
    const exponent = this.amount.exponent + times;
    const shift = ((exponent % 3) + 3) % 3;
    return digits * powerOfTen(shift) + suffixOf(exponent - shift, format);
  }
}

/** Returns the number rounded up to a whole one; zeros beyond the expansion limit are left out. */
const wholeValue = (amount: Decimal): bigint => roundUpDecimal(amount, 0).value;

const negated = ({ kind, value, exponent }: QuantityAmount): QuantityAmount => ({
  kind,
  value: kind === "int" ? int64(-value) : -value,
  exponent,
});

/** Returns value * 10^power if it fits an int64. */
function scaleUp({ value }: Decimal, power: number): bigint | undefined {
  if (value === 0n) return 0n;
  if (power > 18) return undefined;
  const scaled = value * powerOfTen(power);
  return isInt64(scaled) ? scaled : undefined;
}

/**
 * Powers that Go multiplies by in one step: there an overflow wraps, while step-by-step multiplication results in 0.
 */
const singleStepPowers: ReadonlySet<number> = new Set([1, 2, 3, 6, 9]);

function scaledInt(amount: Decimal, scale: number): bigint {
  const power = amount.exponent - scale;
  if (power < 0) return roundUpDecimal(amount, scale).value;
  const wrapped =
    singleStepPowers.has(power) && amount.value !== minInt64 ? int64(amount.value * powerOfTen(power)) : 0n;
  return scaleUp(amount, power) ?? wrapped;
}

/** Rounds towards positive infinity; wraps like Go's conversions from big integers. */
function scaledDec({ value, exponent }: Decimal, scale: number): bigint {
  const cut = scale - exponent;
  if (cut === 0) return int64(value);
  if (cut < 0) return int64(int64(value) * (-cut < 19 ? powerOfTen(-cut) : minInt64));
  if (value < maxInt64 && cut < 19) return quotientUp(int64(value), powerOfTen(cut));
  if (cut > value.toString().length) return value > 0n ? 1n : 0n;
  const divisor = powerOfTen(cut);
  const floor = value / divisor - (value % divisor < 0n ? 1n : 0n);
  return int64(int64(floor) + (value % divisor === 0n ? 0n : 1n));
}

const quotientUp = (value: bigint, divisor: bigint): bigint => value / divisor + (value % divisor === 0n ? 0n : 1n);

/** Reports whether Go multiplies in int64: the scaled product fits, or has no fraction. */
function staysWhole(product: bigint, exponent: number): boolean {
  if (exponent >= 0) return scaleUp({ value: product, exponent }, exponent) !== undefined;
  return compareDecimals(roundUpDecimal({ value: product, exponent }, 0), { value: product, exponent }) === 0;
}

function addAmounts(a: QuantityAmount, b: QuantityAmount): QuantityAmount {
  if (a.kind === "dec" || b.kind === "dec") return { kind: "dec", ...addDecimals(a, b) };
  if (b.value === 0n) return a;
  if (a.value === 0n) return b;
  const sum = addDecimals(a, b);
  const fits =
    isInt64(sum.value) &&
    sum.exponent <= Math.min(a.exponent, b.exponent) &&
    scaleUp(a, a.exponent - sum.exponent) !== undefined &&
    scaleUp(b, b.exponent - sum.exponent) !== undefined;
  return { kind: fits ? "int" : "dec", ...sum };
}

/** Returns a whole number (resource.NewQuantity). */
export const newQuantity = (value: bigint, format: QuantityFormat): Quantity => newScaledQuantity(value, 0, format);

/** Returns a number of thousandths (resource.NewMilliQuantity). */
export const newMilliQuantity = (value: bigint, format: QuantityFormat): Quantity =>
  newScaledQuantity(value, -3, format);

/** Returns a number in units of 10^scale (resource.NewScaledQuantity). */
export const newScaledQuantity = (value: bigint, scale: number, format: QuantityFormat = "DecimalSI"): Quantity =>
  new Quantity({ kind: "int", value, exponent: scale }, format);
