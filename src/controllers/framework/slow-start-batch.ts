/** Most calls of a batch that wait for their answers, far below the limit of the server for requests in flight. */
const mostAtOnce = 50;

/** What came of a batch: how many calls succeeded, how many were not made, and the first error. */
export interface BatchResult {
  readonly successes: number;
  readonly skipped: number;
  readonly error: unknown;
}

/**
 * Calls a function so many times, in groups that double as long as all calls of a group succeed: a mistake that all
 * calls would make is made a few times only (controller slowStartBatch). The calls of a group run together, so many at
 * a time as the server takes: upstream's client is limited to a burst of 30.
 */
export async function slowStartBatch(
  count: number,
  call: (index: number) => Promise<void>,
  firstGroup = 1,
): Promise<BatchResult> {
  let done = 0;
  let successes = 0;
  for (let size = Math.min(count, firstGroup); size > 0; size = Math.min(2 * size, count - done)) {
    const first = done;
    const results = await settleInOrder(size, (i) => call(first + i));
    done += size;
    const failed = results.filter((result) => result.status === "rejected");
    successes += size - failed.length;
    if (failed[0] !== undefined) return { successes, skipped: count - done, error: failed[0].reason };
  }
  return { successes, skipped: 0, error: undefined };
}

/** Calls a function so many times, a limited number of them at once; returns the results in the order of the calls. */
async function settleInOrder(
  count: number,
  call: (index: number) => Promise<void>,
): Promise<readonly PromiseSettledResult<void>[]> {
  const results: PromiseSettledResult<void>[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const [result] = await Promise.allSettled([call(index)]);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, mostAtOnce) }, work));
  return results;
}

/** Runs calls together, and rejects with the first error once all have ended. */
export async function settleAll(calls: Iterable<Promise<unknown>>): Promise<void> {
  const results = await Promise.allSettled(calls);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
