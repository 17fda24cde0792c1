import { readLifecycles, type ApiLifecycle } from "./api-lifecycle.ts";
import { lifecycleTable } from "./lifecycle-table.ts";
import { migrationGuide, type MigrationRow } from "./migration-guide.ts";
import { removedKinds } from "./removed-kinds.ts";

/** How to migrate from an old version of a kind. */
export interface Migration {
  readonly groupVersion: string;
  readonly kind: string;
  readonly life: ApiLifecycle;
  readonly row: MigrationRow;
}

const lifecycles = readLifecycles([...removedKinds, ...lifecycleTable]);

/** Returns the resource name of a kind (meta.UnsafeGuessKindToResource). */
export function resourceOfKind(kind: string): string {
  const word = kind.toLowerCase();
  if (word.endsWith("endpoints")) return word;
  if (word.endsWith("s")) return `${word}es`;
  return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}

const migrations: readonly Migration[] = migrationGuide.flatMap((row) =>
  row.from.flatMap((groupVersion) =>
    row.kinds.flatMap((kind) => {
      const life = lifecycles.get(`${groupVersion} ${kind}`);
      return life === undefined ? [] : [{ groupVersion, kind, life, row }];
    }),
  ),
);

/** Returns the migration from a version of a resource; undefined if the version is current. */
export const migrationOfResource = (groupVersion: string, resource: string): Migration | undefined =>
  migrations.find(
    (migration) => migration.groupVersion === groupVersion && resourceOfKind(migration.kind) === resource,
  );

/** Returns the migration from a version of a kind. */
export const migrationOfKind = (groupVersion: string, kind: string): Migration | undefined =>
  migrations.find((migration) => migration.groupVersion === groupVersion && migration.kind === kind);

/** Returns the last migration of a kind by a word for it: its kind, its resource or the capitals of its kind. */
export function migrationOfWord(word: string): Migration | undefined {
  const lower = word.toLowerCase();
  return migrations.findLast(({ kind }) =>
    [kind.toLowerCase(), resourceOfKind(kind), kind.replace(/[^A-Z]/g, "").toLowerCase()].includes(lower),
  );
}
