/** Returns the value of a half-precision float. */
export function float16(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/** Returns the bits of a half-precision float, or undefined if it cannot represent the value. */
export function float16Bits(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return sign;
  if (size > 65504) return undefined;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const scaled = size / 2 ** (exponent - 10);
  if (!Number.isInteger(scaled)) return undefined;
  const bits = scaled < 1024 ? scaled : ((exponent + 15) << 10) + (scaled - 1024);
  return float16(bits) === size ? sign | bits : undefined;
}
