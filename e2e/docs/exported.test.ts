import { join } from "node:path";
import { expect, test } from "vitest";
import { SourceModules } from "../../.config/docs/exported.ts";
import { entries } from "../../.config/package/entries.mjs";

const root = join(import.meta.dirname, "../..");

test.each(entries.map(({ name, source }) => [name, source] as const))(
  "each export of the entry %s has a doc comment, and so has the entry",
  (_name, source) => {
    const modules = new SourceModules(root);
    const entry = modules.read(source);
    expect(entry.comment).not.toBe("");
    const undocumented = [...entry.exports.keys()].filter(
      (name) => (modules.resolve(source, name)?.comment ?? "") === "",
    );
    expect(undocumented).toEqual([]);
  },
);
