import { type Finished, printed } from "../finished.ts";

/** Digits of which more would take long. */
const mostDigits = 10_000;

/** `perl -Mbignum=bpi -wle "print bpi(N)"`: pi with so many digits, rounded. Undefined for other programs of perl. */
export function perl(args: readonly string[]): Finished | undefined {
  if (!args.includes("-Mbignum=bpi")) return undefined;
  const [, digits = "0"] = /^\s*print\s+bpi\s*\(\s*(\d+)\s*\)\s*(?:;\s*)?$/.exec(args.at(-1) ?? "") ?? [];
  const count = Number(digits);
  return count > 1 && count <= mostDigits ? printed(`${pi(count)}\n`) : undefined;
}

/** Pi with so many digits, by the formula of Machin: 16 arctan(1/5) - 4 arctan(1/239). */
function pi(digits: number): string {
  const spare = 10n;
  const unit = 10n ** (BigInt(digits - 1) + spare);
  const arctan = (inverse: bigint): bigint => {
    let [sum, power] = [0n, unit / inverse];
    for (let i = 0n; power !== 0n; i++) {
      sum += (i % 2n === 0n ? power : -power) / (2n * i + 1n);
      power /= inverse * inverse;
    }
    return sum;
  };
  const value = 16n * arctan(5n) - 4n * arctan(239n);
  const rounded = String((value + 10n ** spare / 2n) / 10n ** spare);
  return `${rounded.slice(0, 1)}.${rounded.slice(1)}`;
}
