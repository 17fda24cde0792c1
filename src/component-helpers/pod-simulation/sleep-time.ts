const unitMs: Readonly<Record<string, number>> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Returns the milliseconds that the program `sleep` of coreutils takes for its arguments, whose times are added: `5`,
 * `0.1`, `2m` or `infinity`. Returns undefined if one is no time, or there is none.
 */
export function sleepMs(args: readonly string[]): number | undefined {
  const times = args.map(timeOf);
  return times.length === 0 || times.includes(undefined) ? undefined : times.reduce<number>(sumOf, 0);
}

const sumOf = (sum: number, time: number | undefined): number => sum + (time ?? 0);

function timeOf(text: string): number | undefined {
  if (text === "infinity" || text === "inf") return Infinity;
  const [, amount, unit = ""] = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unitMs[unit] ?? 0);
}
