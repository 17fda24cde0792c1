import { messageOf } from "../../apimachinery/message-of.ts";
import type { BackendObject } from "../../apiserver/storage/backend/backend.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { MigrateOptions } from "./migrate-options.ts";
import { contentOf, differences, digestsOf, digestTable, type ResourceDigests } from "./resource-digests.ts";
import { openSource, type MigrationSource } from "./sources.ts";
import { openTarget, type MigrationTarget } from "./targets.ts";

/** The exit codes of `kubepad migrate`. */
export const migrateExitCodes = { copied: 0, refused: 1, incomplete: 2, sourceChanged: 3 } as const;

export interface MigrationOutcome {
  readonly code: number;
  /** The table of what was compared, and what came of it. */
  readonly lines: readonly string[];
}

/** A copy that was begun and is not complete. */
class IncompleteError extends Error {}

/**
 * Copies all objects, and compares what was written with what was read. Throws before anything is written if the
 * source is in use or cannot be read whole, or the target has anything in it. `say` receives progress and notices.
 */
export async function migrate(
  { from, to, allowInUse }: MigrateOptions,
  say: (message: string) => void,
): Promise<MigrationOutcome> {
  const target = await openTarget(to, say);
  try {
    const source = await openSource(from, allowInUse, say);
    try {
      return await copy(source, target, say);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof IncompleteError)) throw error;
    return { code: migrateExitCodes.incomplete, lines: [error.message, target.incomplete] };
  } finally {
    await target.close();
  }
}

async function copy(
  source: MigrationSource,
  target: MigrationTarget,
  say: (message: string) => void,
): Promise<MigrationOutcome> {
  const { objects } = source;
  const expected = readAll(source, target);
  const progress = createProgress(objects.length, say);
  const found = await begun(async () => {
    await target.write(source, (done) => progress("written", done));
    let done = 0;
    return digestsOf(await target.read(), () => progress("compared", ++done));
  });
  const table = digestTable(expected, found);
  const different = differences(expected, found);
  if (different.length > 0) {
    const line = `What was written differs from what was read: ${different.join(", ")}`;
    return { code: migrateExitCodes.incomplete, lines: [...table, line, target.incomplete] };
  }
  const hasChanged = await begun(async () => {
    const changed = await source.hasChanged();
    await target.complete();
    return changed;
  });
  const lines = [...table, `All ${objects.length} objects were copied and are equal.`];
  if (!hasChanged) return { code: migrateExitCodes.copied, lines };
  const line = `The source was written to meanwhile: what was copied is its state at revision ${source.revision}.`;
  return { code: migrateExitCodes.sourceChanged, lines: [...lines, line] };
}

/** Runs what is done once the target has been begun. */
async function begun<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw new IncompleteError(messageOf(cause), { cause });
  }
}

/** Reads all objects, each of which must be readable and such that the target can hold it. */
function readAll({ objects, texts }: MigrationSource, target: MigrationTarget): ResourceDigests {
  const problems = objects.flatMap((object) => {
    const problem = problemOf(object, texts, target);
    return problem === undefined ? [] : [`${object.key} cannot be read: ${problem}`];
  });
  if (problems.length === 0) return digestsOf(objects);
  const more = problems.length - mostProblems;
  const shown = [...problems.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new ConfigurationError(`${shown.join("\n")}\nNothing was copied.`);
}

const mostProblems = 10;

function problemOf(
  object: BackendObject,
  texts: MigrationSource["texts"],
  target: MigrationTarget,
): string | undefined {
  try {
    const problem = texts?.problem(object.key, object.text);
    if (problem !== undefined) return problem;
    target.check(object);
    contentOf(object);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const progressMs = 2000;

/** Returns what tells of progress, every two seconds. */
function createProgress(total: number, say: (message: string) => void): (what: string, done: number) => void {
  let next = Date.now() + progressMs;
  return (what, done) => {
    if (Date.now() < next) return;
    next = Date.now() + progressMs;
    say(`${done} of ${total} objects ${what}`);
  };
}
