/** What the tests of a package came to. */
export interface Summary {
  readonly line: string;
  /** Specs of Ginkgo, or tests of Go without it: those within others, and others that have none. */
  readonly passed: number;
  readonly failed: number;
  /** The specs and tests that failed. */
  readonly failures: readonly string[];
}

/** Reads the output of `go test -v` of a package, whose tests are specs of Ginkgo, tests of Go, or both. */
export function summaryOf(output: string): Summary {
  const lines = output.split("\n");
  const ran = lines.findLast((line) => /^Ran \d+ of \d+ Specs/.test(line));
  const specs = /^\w+! -- (\d+) Passed \| (\d+) Failed/.exec(
    lines.findLast((line) => /^(?:SUCCESS|FAIL)! -- /.test(line)) ?? "",
  );
  const tests = testsOf(lines, ran !== undefined);
  const passed = Number(specs?.[1] ?? 0) + tests.passed.length;
  const failed = Number(specs?.[2] ?? 0) + tests.failed.length;
  const failedSpecs = lines.filter((line) => /^ {2}\[(?:FAIL|PANICKED|TIMEDOUT|INTERRUPTED)\] /.test(line));
  const counts = lines.findLast((line) => /^(?:SUCCESS|FAIL)! -- /.test(line))?.replace(/^\w+! -- /, "");
  const parts = [
    ...(ran === undefined || counts === undefined || ran.startsWith("Ran 0 ") ? [] : [`${ran}: ${counts}`]),
    ...(tests.passed.length + tests.failed.length === 0
      ? []
      : [`${tests.passed.length} Go tests passed, ${tests.failed.length} failed`]),
  ];
  return {
    line: parts.join("; ") || (lines.findLast((line) => /^(?:ok|FAIL|---)/.test(line)) ?? "no tests were run"),
    passed,
    failed,
    failures: [...failedSpecs.map((line) => line.trim()), ...tests.failed],
  };
}

/** Returns the tests that passed and failed; those that have others within them, or run Ginkgo, are left out. */
function testsOf(lines: readonly string[], hasSpecs: boolean) {
  const found = lines.flatMap((line) => {
    const [, outcome, name] = /^ *--- (PASS|FAIL): (\S+)/.exec(line) ?? [];
    return outcome === undefined || name === undefined ? [] : [{ outcome, name }];
  });
  // the function that runs Ginkgo says nothing between its beginning and Ginkgo's heading
  const at = lines.findIndex((line) => line.startsWith("Running Suite: "));
  const runner = hasSpecs ? lines.slice(0, at).findLast((line) => line.startsWith("=== RUN ")) : undefined;
  const leaves = found.filter(
    ({ name }) => !runner?.endsWith(` ${name}`) && !found.some((other) => other.name.startsWith(`${name}/`)),
  );
  const named = (wanted: string) => leaves.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
  return { passed: named("PASS"), failed: named("FAIL") };
}
