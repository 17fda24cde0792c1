import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import ruleSet from "../dependency-cruiser.mjs";
import { root } from "../root.mjs";

const fewestModules = 50;

const { options, ...rules } = ruleSet;

/** Returns the violations of the import layers in a folder's `src`, and the number of modules checked. */
async function cruiseSources(baseDir) {
  const { output } = await cruise(["src"], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: rules,
    tsConfig: undefined,
  });
  return {
    modules: output.summary.totalCruised,
    violations: output.summary.violations.filter(({ rule }) => rule.severity === "error"),
  };
}

/**
 * Checks that there are no violations, that enough modules were checked, and that deliberate violations are detected.
 */
export async function layers() {
  const { modules, violations } = await cruiseSources(root);
  const complaints = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  if (modules < fewestModules)
    complaints.push(`only ${modules} modules were looked at; there must be ${fewestModules}`);
  const missed = await missedViolations();
  const failed = complaints.length + missed.length;
  return {
    passed: (complaints.length === 0 ? 1 : 0) + deliberate.length - missed.length,
    failed,
    output: [...complaints, ...missed].join("\n"),
    note: `${modules} modules`,
  };
}

// [rule that must report it, file, its content]
const deliberate = [
  [
    "layer:apimachinery",
    "src/apimachinery/upward.ts",
    'import { a } from "../apiserver/storage/a.ts";\nexport const b = a;\n',
  ],
  [
    "layer:cel",
    "src/cel/types-count-too.ts",
    'import type { A } from "../apiserver/storage/a.ts";\nexport type B = A;\n',
  ],
  ["no-node-core", "src/apiserver/storage/a.ts", 'import "node:fs";\nexport const a = 1;\nexport type A = 1;\n'],
  ["no-unbundled-package", "src/cel/page.ts", 'import { memo } from "react";\nexport const page = memo;\n'],
  ["no-circular", "src/apimachinery/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;\n'],
  ["no-unlayered-file", "src/stray.ts", 'import { a } from "./apiserver/storage/a.ts";\nexport const stray = a;\n'],
];

/** Returns the rules that did not detect their deliberate violation. */
async function missedViolations() {
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
  const { violations } = await cruiseSources(folder);
  const seen = (name, file) => violations.some(({ rule, from }) => rule.name === name && from === file);
  return deliberate.filter(([name, file]) => !seen(name, file)).map(([name, file]) => `${name} did not see ${file}`);
}
