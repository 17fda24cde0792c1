import { expect, test } from "vitest";
import { safeLink } from "./safe-link.ts";

test.each([
  ["https://kubernetes.io/docs/", { kind: "elsewhere", href: "https://kubernetes.io/docs/" }],
  ["HTTP://kubernetes.io", { kind: "elsewhere", href: "http://kubernetes.io/" }],
  ["#/watches", { kind: "page", href: "#/watches" }],
  ["watch.md", { kind: "page", href: "#/lessons/watch" }],
  ["../cel/costs.md#budget", { kind: "page", href: "#/lessons/costs" }],
])("%s leads somewhere", (url, link) => expect(safeLink(url)).toEqual(link));

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example/",
  "/api",
  "file:///etc/passwd",
  "no-such.md",
  "https://",
  "#anchor",
  "#/a b",
  "blob:https://x/y",
  "mailto:a@b",
])("%j leads nowhere", (url) => expect(safeLink(url)).toBeUndefined());
