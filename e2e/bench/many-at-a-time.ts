/** Does numbered work, so many at a time. */
export async function manyAtATime(
  atATime: number,
  count: number,
  work: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
