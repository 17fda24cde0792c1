/** How long anything may take on a busy machine, in milliseconds. */
export const patienceMs = 60_000;

/** Asks again and again until the answer is true. Rejects with the last error, or with what was waited for. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  let problem: unknown;
  for (;;) {
    try {
      if (await isSo()) return;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
