/** Lets promises settle until a condition holds; fails with the last state if it never does. */
export async function until(holds: () => boolean, describe: () => unknown = () => ""): Promise<void> {
  for (let i = 0; i < 2000; i++) {
    if (holds()) return;
    await Promise.resolve();
  }
  throw new Error(`never came true: ${JSON.stringify(describe())}`);
}
