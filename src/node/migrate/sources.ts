import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import type { Backend, BackendObject, TransformedTexts } from "../../apiserver/storage/backend/backend.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { readExportFile } from "../../kube-apiserver/export-file.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createObjects } from "../../share/create-objects.ts";
import { readKubepadFile } from "../../share/kubepad-file.ts";
import { decryptExport } from "../encryption/decrypt-export.ts";
import { openEncrypted, openEncryption } from "../encryption/open-encryption.ts";
import { largestObjects, readBounded } from "../read-file.ts";
import { openFileBackend } from "../storage/file-backend.ts";
import { leaderName } from "../storage/file-folder.ts";
import { openEtcd } from "./etcd-end.ts";
import type { MigrationEnd } from "./migrate-options.ts";

/** The state that is copied. */
export interface MigrationSource {
  /** The revision of the state. */
  readonly revision: number;
  readonly objects: readonly BackendObject[];
  /** Texts that could not be decrypted say why. */
  readonly texts: TransformedTexts | undefined;
  /** Whether others have written since. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

const unchanged = async (): Promise<boolean> => false;

/** Reads a source. Throws a ConfigurationError or BackendError if it is in use or cannot be read. */
export function openSource(
  end: MigrationEnd,
  allowInUse: boolean,
  report: (message: string) => void,
): Promise<MigrationSource> {
  switch (end.kind) {
    case "folder":
      return openFolder(end.path, end.encryptionFile, report);
    case "file":
      return readFileAt(end.path, end.encryptionFile, report);
    case "etcd":
      return openEtcdSource(end.etcd, end.encryptionFile, allowInUse, report);
    default:
      return end satisfies never;
  }
}

async function openFolder(
  directory: string,
  encryptionFile: string | undefined,
  report: (message: string) => void,
): Promise<MigrationSource> {
  if (!existsSync(join(directory, leaderName)))
    throw new ConfigurationError(`${directory} is not a storage folder: it has no file ${leaderName}`);
  const open = (): Promise<Backend> => openFileBackend({ directory, report });
  const backend =
    encryptionFile === undefined
      ? await open()
      : await openEncrypted(open, { file: encryptionFile, reload: false }, report);
  try {
    const { revision, objects } = await backend.load();
    const close = (): Promise<void> => backend.close();
    return { revision, objects, texts: backend.transformed, hasChanged: unchanged, close };
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/** Reads a file: the store that it holds whole, or that of a server in which its objects are created. */
async function readFileAt(
  path: string,
  encryptionFile: string | undefined,
  report: (message: string) => void,
): Promise<MigrationSource> {
  const bytes = readBounded(path, largestObjects);
  const encryption =
    encryptionFile === undefined ? undefined : openEncryption({ file: encryptionFile, reload: false }, report);
  const content = await readKubepadFile(bytes);
  const whole =
    content.kind === "export"
      ? await decryptExport(bytes, encryption?.transformers)
      : await storeWith(content.world.objects);
  encryption?.close();
  const { objects } = await readExportFile(whole);
  return {
    revision: 0,
    objects: objects.map((object) => ({ ...object, revision: 0 })),
    texts: undefined,
    hasChanged: unchanged,
    close: async () => undefined,
  };
}

/** Returns the export of a new server in which objects were created. Throws if one of them cannot be. */
async function storeWith(objects: Parameters<typeof createObjects>[1]): Promise<Uint8Array> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  try {
    const client = { handle: server.handle, userAgent: "kubepad-migrate" };
    const reports = await createObjects(client, objects, { existing: "replace" });
    const failed = reports.find(({ outcome }) => outcome === "failed");
    if (failed !== undefined)
      throw new ConfigurationError(
        `${failed.object.kind ?? ""} ${failed.object.metadata.name ?? ""} cannot be created: ${failed.message ?? ""}`,
      );
    return await server.inspect.export();
  } finally {
    await server.close();
  }
}

async function openEtcdSource(
  options: Parameters<typeof openEtcd>[0],
  encryptionFile: string | undefined,
  allowInUse: boolean,
  report: (message: string) => void,
): Promise<MigrationSource> {
  const etcd = await openEtcd(options, encryptionFile, report);
  try {
    const servers = await etcd.servers();
    if (servers.length > 0 && !allowInUse)
      throw new ConfigurationError(
        `${options.servers.join(",")} is in use by API servers at ${servers.join(", ")}: end them, or copy the state of one revision by --allow-in-use`,
      );
    const { revision, objects } = await etcd.load();
    if (objects.length === 0)
      throw new ConfigurationError(`${options.servers.join(",")} has no keys below ${options.prefix}`);
    return {
      revision,
      objects,
      texts: etcd.texts,
      hasChanged: () => etcd.hasChanged(revision),
      close: async () => etcd.close(),
    };
  } catch (error) {
    etcd.close();
    throw error;
  }
}
