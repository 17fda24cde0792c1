import { trimRight } from "../../apimachinery/trim.ts";
import { existsSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import type { Backend, BackendObject } from "../../apiserver/storage/backend/backend.ts";
import { restoreVersions } from "../../apiserver/storage/backend/restore.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { readExportFile, writeExportFile } from "../../kube-apiserver/export-file.ts";
import { openEncrypted } from "../encryption/open-encryption.ts";
import { incompleteKey } from "../etcd/etcd-database.ts";
import { largestObjects, readBounded } from "../read-file.ts";
import { replaceFile } from "../replace-file.ts";
import { openFileBackend } from "../storage/file-backend.ts";
import { openEtcd } from "./etcd-end.ts";
import type { MigrationEnd } from "./migrate-options.ts";
import type { MigrationSource } from "./sources.ts";

/** Where objects are copied to. Until it is complete, it says that it is not. */
export interface MigrationTarget {
  /** What there is if the copy is not completed, and what to do with it. */
  readonly incomplete: string;
  /** Throws if an object cannot be stored. Nothing is written. */
  check(object: BackendObject): void;
  write(source: MigrationSource, onProgress: (done: number) => void): Promise<void>;
  /** Reads what was written. */
  read(): Promise<readonly BackendObject[]>;
  complete(): Promise<void>;
  close(): Promise<void>;
}

type Report = (message: string) => void;

/** Opens a target. Throws a ConfigurationError if there is anything in it. */
export function openTarget(end: MigrationEnd, report: Report): Promise<MigrationTarget> {
  switch (end.kind) {
    case "folder":
      return openFolderTarget(end.path, end.encryptionFile, report);
    case "file":
      return openFileTarget(end.path);
    case "etcd":
      return openEtcdTarget(end.etcd, end.encryptionFile, report);
    default:
      return end satisfies never;
  }
}

/** Returns the path under which a target is written until it is complete. */
function draftOf(path: string): string {
  const draft = `${trimRight(path, "/\\")}.incomplete`;
  if (existsSync(draft)) throw new ConfigurationError(`${draft} is what an interrupted copy has left: remove it first`);
  return draft;
}

const versionOf = ({ key, revision, text }: BackendObject) => ({ key, revision, text });

const atPath = (draft: string) => ({
  incomplete: `${draft} is incomplete: remove it`,
  check: () => undefined,
  close: async () => undefined,
});

async function openFolderTarget(
  path: string,
  encryptionFile: string | undefined,
  report: Report,
): Promise<MigrationTarget> {
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new ConfigurationError(`${path} is not empty: name a folder that does not exist`);
  const draft = draftOf(path);
  const open = (): Promise<Backend> => openFileBackend({ directory: draft, report });
  const opened = (): Promise<Backend> =>
    encryptionFile === undefined ? open() : openEncrypted(open, { file: encryptionFile, reload: false }, report);
  return {
    ...atPath(draft),
    async write({ revision, objects }, onProgress) {
      await restoreVersions(
        await opened(),
        { compacted: revision, versions: objects.map(versionOf) },
        { at: Date.now(), onProgress: ({ done }) => onProgress(done) },
      );
    },
    async read() {
      const backend = await opened();
      try {
        return (await backend.load()).objects;
      } finally {
        await backend.close();
      }
    },
    async complete() {
      if (existsSync(path)) rmdirSync(path);
      renameSync(draft, path);
    },
  };
}

async function openFileTarget(path: string): Promise<MigrationTarget> {
  if (existsSync(path)) throw new ConfigurationError(`${path} is there already: name a file that does not exist`);
  const draft = draftOf(path);
  return {
    ...atPath(draft),
    async write({ revision, objects }) {
      replaceFile(draft, await writeExportFile({ versions: objects.map(versionOf), compacted: revision }));
    },
    async read() {
      const { objects } = await readExportFile(readBounded(draft, largestObjects));
      return objects.map((object) => ({ ...object, revision: 0 }));
    },
    complete: async () => renameSync(draft, path),
  };
}

/** How many objects are written at one time. */
const writers = 16;

async function openEtcdTarget(
  options: Parameters<typeof openEtcd>[0],
  encryptionFile: string | undefined,
  report: Report,
): Promise<MigrationTarget> {
  const etcd = await openEtcd(options, encryptionFile, report);
  const named = `${options.servers.join(",")} below ${options.prefix}`;
  const incomplete = `${named} is incomplete, and servers refuse it: etcdctl del --prefix ${options.prefix}/`;
  try {
    const content = await etcd.content();
    if (content === "incomplete")
      throw new ConfigurationError(
        `${named} has what an interrupted copy has left: etcdctl del --prefix ${options.prefix}/`,
      );
    if (content === "used") throw new ConfigurationError(`${named} is not empty`);
  } catch (error) {
    etcd.close();
    throw error;
  }
  let mark = 0;
  return {
    incomplete,
    check: (object) => void etcd.encode(object),
    async write({ objects }, onProgress) {
      mark = await etcd.create(incompleteKey, new TextEncoder().encode("{}"));
      const left = objects[Symbol.iterator]();
      let done = 0;
      const writeAll = async (): Promise<void> => {
        for (const object of { [Symbol.iterator]: () => left }) {
          await etcd.create(object.key, etcd.encode(object));
          onProgress(++done);
        }
      };
      await Promise.all(Array.from({ length: writers }, writeAll));
    },
    read: async () => (await etcd.load()).objects,
    complete: () => etcd.remove(incompleteKey, mark),
    close: async () => etcd.close(),
  };
}
