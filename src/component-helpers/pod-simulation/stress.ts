const units: Readonly<Record<string, number>> = { "": 1, B: 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

const isStress = ([program = ""]: readonly string[]): boolean => /(?:^|\/)stress(?:-ng)?$/.test(program);

/** Returns the value of the first of these options in a command line. */
const optionOf = (words: readonly string[], ...names: readonly string[]): string | undefined =>
  words.flatMap((word, i) =>
    names.includes(word)
      ? [words[i + 1] ?? ""]
      : names.some((name) => word.startsWith(`${name}=`))
        ? [word.slice(word.indexOf("=") + 1)]
        : [],
  )[0];

/** The memory that `stress --vm N --vm-bytes B` takes, in bytes: each worker takes 256M without a word about it. */
export function stressMemory(words: readonly string[]): number {
  if (!isStress(words)) return 0;
  const [, amount = "0", unit = ""] = /^(\d+)([BKMG]?)$/i.exec(optionOf(words, "--vm-bytes") ?? "256M") ?? [];
  return Number(optionOf(words, "--vm", "-m") ?? 0) * Number(amount) * (units[unit.toUpperCase()] ?? 1);
}

/** The CPUs that `stress --cpu N` keeps busy. */
export const stressCpus = (words: readonly string[]): number =>
  isStress(words) ? Number(/^\d+$/.exec(optionOf(words, "--cpu", "-c") ?? "")?.[0] ?? 0) : 0;
