/** What a run of Ginkgo came to, and the specs that failed. */
export interface Summary {
  readonly line: string;
  readonly failures: readonly string[];
}

/** Reads the last lines of Ginkgo's output; of other tests, whether they passed. */
export function summaryOf(output: string): Summary {
  const lines = output.split("\n");
  const ran = lines.findLast((line) => /^Ran \d+ of \d+ Specs/.test(line));
  const counts = lines.findLast((line) => /^(?:SUCCESS|FAIL)! -- /.test(line));
  const failures = lines.filter((line) => /^ {2}\[(?:FAIL|PANICKED|TIMEDOUT|INTERRUPTED)\] /.test(line));
  const plain = lines.findLast((line) => /^(?:ok|FAIL|---)/.test(line)) ?? "no tests were run";
  return {
    line: ran === undefined || counts === undefined ? plain : `${ran}: ${counts.replace(/^\w+! -- /, "")}`,
    failures: failures.map((line) => line.trim()),
  };
}
