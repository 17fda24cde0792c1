import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "src/lessons/content";

/** The lessons of this project: their paths and texts. */
export const lessonFiles = (): readonly { readonly file: string; readonly text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), "utf8") }));
