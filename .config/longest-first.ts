import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts the tests of `e2e` first, among which are the longest, so that none of them is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/e2e/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
