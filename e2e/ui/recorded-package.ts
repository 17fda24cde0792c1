// The entries of the package that written tests import, as one bundle.
export { expect, test } from "../../src/playwright.ts";
export { createTestServer } from "../../src/testing.ts";
