import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { executePackage } from "../execute.mjs";
import { root } from "../root.mjs";
import { declarationsOf, folder } from "./entries.mjs";

const workFolder = join(root, ".cache/package");
const emitted = join(workFolder, "types");
const specifier = /((?:from|import)\s*\(?\s*")(\.\.?\/[^"]+)\.ts(")/g;

/** `npm test` checks types in a stage of its own. */
const compilerConfig = (sources) => ({
  extends: join(root, "tsconfig.json"),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: join(root, "src"),
    outDir: emitted,
  },
  include: [],
  files: sources.map((source) => join(root, source)),
});

/**
 * Writes the declarations of some modules, and of the modules that these mention. In a declaration, imports name the
 * module's JavaScript, as TypeScript's resolution for Node wants it.
 */
export async function emitDeclarations(sources) {
  rmSync(emitted, { recursive: true, force: true });
  mkdirSync(workFolder, { recursive: true });
  const config = join(workFolder, "tsconfig.json");
  writeFileSync(config, JSON.stringify(compilerConfig(sources)));
  const { status, output } = await executePackage("tsc", ["-p", config]);
  if (status !== 0) throw new Error(`the declarations cannot be made:\n${output}`);
  const target = join(root, folder, "types");
  const waiting = sources.map((source) => join(emitted, declarationsOf(source)));
  const written = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = readFileSync(file, "utf8");
    for (const [, , path] of text.matchAll(specifier)) {
      const mentioned = join(dirname(file), `${path}.d.ts`);
      if (!written.has(mentioned)) waiting.push(mentioned);
      written.add(mentioned);
    }
    const copy = join(target, relative(emitted, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text.replace(specifier, "$1$2.js$3"));
  }
}
