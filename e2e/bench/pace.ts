/** The warm-up time for the JIT compiler, in milliseconds. */
export const warmUpMs = 3000;

/** Returns the operations per second at the given concurrency. */
export async function paceOf(operation: () => Promise<unknown>, ms: number, concurrency: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await operation();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return done / ((performance.now() - start) / 1000);
}

/** Returns how many times per second a text can be parsed and stringified. */
export async function parsePace(text: string, ms: number): Promise<number> {
  const start = performance.now();
  let [done, bytes] = [0, 0];
  while (performance.now() - start < ms) {
    for (let i = 0; i < 100; i += 1) bytes += JSON.stringify(JSON.parse(text)).length;
    done += 100;
  }
  if (bytes !== done * text.length) throw new Error("the floor did not do its work");
  return done / ((performance.now() - start) / 1000);
}
