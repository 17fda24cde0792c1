/** Says on stderr what a measurement is doing; rows are on stdout. */
export const tell = (text: string): void => void process.stderr.write(`${text}\n`);

const reminderMs = 30_000;

/** Says what is measured, and again every half minute until it is done. */
export async function telling(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  tell(`bench: ${what}`);
  const reminder = setInterval(
    () => tell(`bench: ${what}, for ${Math.round((performance.now() - started) / 1000)} s`),
    reminderMs,
  );
  try {
    await work();
  } finally {
    clearInterval(reminder);
  }
}
