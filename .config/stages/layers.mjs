import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importCircles, readImports } from "../imports.mjs";
import { brokenRules, isUnlayered } from "../layer-rules.mjs";
import { root } from "../root.mjs";

const fewestModules = 50;

/** Returns the violations of the import layers in a folder's `src`, and the number of modules checked. */
function checkSources(baseDir) {
  const imports = readImports(baseDir);
  const violations = [...imports].flatMap(([from, targets]) => [
    ...targets.flatMap((to) => brokenRules(from, to).map((rule) => ({ rule, from, to }))),
    ...(isUnlayered(from) ? [{ rule: "no-unlayered-file", from, to: "" }] : []),
  ]);
  const circles = importCircles(imports).map(([from, ...rest]) => ({
    rule: "no-circular",
    from,
    to: rest.join(" → "),
  }));
  return { modules: imports.size, violations: [...violations, ...circles] };
}

/**
 * Checks that there are no violations, that enough modules were checked, and that deliberate violations are detected.
 */
export async function layers() {
  const { modules, violations } = checkSources(root);
  const complaints = violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  if (modules < fewestModules)
    complaints.push(`only ${modules} modules were looked at; there must be ${fewestModules}`);
  const missed = missedViolations();
  const failed = complaints.length + missed.length;
  return {
    passed: (complaints.length === 0 ? 1 : 0) + deliberate.length - missed.length,
    failed,
    output: [...complaints, ...missed].join("\n"),
    note: `${modules} modules`,
  };
}

const storage = "../apiserver/storage/a.ts";

// [rule that must report it, file, its content]
// oxfmt-ignore
const deliberate = [
  ["layer:apimachinery", "src/apimachinery/upward.ts", `import { a } from "${storage}";\nexport const b = a;\n`],
  ["layer:apimachinery", "src/apimachinery/upward-again.ts", `export {\n  a,\n} from "${storage}";\n`],
  ["layer:cel", "src/cel/types-count-too.ts", `import type { A } from "${storage}";\nexport type B = A;\n`],
  ["layer:cel", "src/cel/later-counts-too.ts", `export const a = () => import("${storage}");\n`],
  ["layer:apiserver/storage", "src/apiserver/storage/deeper.ts", 'import "./mvcc/a.ts";\n'],
  ["no-node-core", "src/apiserver/storage/a.ts", 'import "node:fs";\nexport const a = 1;\nexport type A = 1;\n'],
  ["no-unbundled-package", "src/cel/page.ts", 'import { memo } from "react";\nexport const page = memo;\n'],
  ["no-unbundled-package-in-page", "src/ui/tool.ts", 'import { test } from "vitest";\nexport const tool = test;\n'],
  ["no-circular", "src/apimachinery/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;\n'],
  ["no-unlayered-file", "src/stray.ts", "export const stray = 1;\n"],
  ["no-test-code-in-product", "src/cel/with-suite.ts", 'import "./testing/describe-cel.ts";\n'],
  ["controllers-are-independent", "src/controllers/one/a.ts", 'import "../two/a.ts";\n'],
  ["features-are-independent", "src/ui/features/one/a.ts", 'import "../two/a.ts";\n'],
];

/** Returns the rules that did not detect their deliberate violation. */
function missedViolations() {
  const folder = join(root, ".cache/layers");
  rmSync(folder, { recursive: true, force: true });
  const files = [
    ...deliberate.map(([, file, text]) => [file, text]),
    ["src/apimachinery/two.ts", 'import { one } from "./one.ts";\nexport const two = () => one;\n'],
  ];
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { violations } = checkSources(folder);
  const seen = (name, file) => violations.some(({ rule, from }) => rule === name && from === file);
  return deliberate.filter(([name, file]) => !seen(name, file)).map(([name, file]) => `${name} did not see ${file}`);
}
