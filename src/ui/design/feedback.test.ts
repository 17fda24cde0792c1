import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Skeleton } from "./feedback.tsx";

test("what stands in for content that loads is no second status of its region", () => {
  const markup = renderToStaticMarkup(createElement(Skeleton, { lines: 2 }));
  expect(markup).not.toContain('role="status"');
  expect(markup).toContain('role="progressbar" aria-label="loading"');
});
