// What written tests import of the package, and what `kubepad test` runs, as one bundle.
export { expect, test } from "../../src/playwright.ts";
export { createTestServer } from "../../src/testing.ts";
export { testLessons } from "../../src/node/test-lessons.ts";
