import { existsSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { messageOf } from "../apimachinery/message-of.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { versionsIn } from "../kube-apiserver/export-file.ts";
import { restoreVersions } from "../apiserver/storage/backend/restore.ts";
import { collectVersions } from "../share/collect-versions.ts";
import { listObjects, sharedObjects } from "../share/collect-objects.ts";
import { createObjects, type ObjectReport } from "../share/create-objects.ts";
import { isPacked, readKubepadFile, writeKubepadFile } from "../share/kubepad-file.ts";
import { formatManifests, parseManifests } from "../share/manifests.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { openFileBackend } from "./storage/file-backend.ts";
import { withoutObjects } from "./storage/without-objects.ts";
import { UsageError } from "./usage-error.ts";
import { replaceFile } from "./replace-file.ts";
import { largestObjects, readBounded } from "./read-file.ts";

/** `kubepad export` or `kubepad import`: copies objects between a storage folder and a file. */
export interface FileCommand {
  readonly command: "export" | "import";
  /** The storage folder. */
  readonly folder: string;
  /** The path of the file; `-` is standard output or input. */
  readonly file: string;
  /** Export the store as it is, with uids and revisions. */
  readonly whole: boolean;
  /** Export the earlier states of the objects too. */
  readonly history: boolean;
  /** Replace objects that exist with other content; they are left otherwise. */
  readonly replace: boolean;
  /** The configuration by which the folder is encrypted; undefined if values are taken as they are stored. */
  readonly encryptionFile?: string | undefined;
}

/** What a command did. */
export interface FileOutcome {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/** Parses `export --storage DIR FILE` and `import --storage DIR FILE`; returns undefined for any other command. */
export function parseFileCommand([command, ...args]: readonly string[]): FileCommand | undefined {
  if (command !== "export" && command !== "import") return undefined;
  const { values, positionals } = parse(args);
  const { storage: folder, whole, history, replace } = values;
  const [file, ...more] = positionals;
  if (folder === "" || folder === "memory") throw new UsageError(`${command} wants --storage with a folder`);
  if (file === undefined || more.length > 0) throw new UsageError(`${command} wants one file`);
  if (command === "export" && !existsSync(folder)) throw new UsageError(`--storage ${folder} does not exist`);
  const [refused] = namesOf(command === "export" ? { replace } : { whole, history });
  if (refused !== undefined) throw new UsageError(`--${refused} is not an option of ${command}`);
  const encryptionFile = values["encryption-provider-config"];
  if (whole && encryptionFile !== undefined)
    throw new UsageError("export --whole takes values as they are stored: without --encryption-provider-config");
  return { command, folder, file, whole, history, replace, encryptionFile };
}

const namesOf = (options: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(options).filter((name) => options[name]);

function parse(args: readonly string[]) {
  try {
    const options = {
      storage: { type: "string", default: "" },
      whole: { type: "boolean", default: false },
      history: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
      "encryption-provider-config": { type: "string" },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

/** Runs the command. No server may run on the folder. */
export async function runFileCommand(command: FileCommand): Promise<FileOutcome> {
  if (command.command === "import") return importFrom(command);
  return command.whole
    ? withServer(await openFolder(command), (server) => exportWhole(server, command))
    : exportObjects(command);
}

const clientOf = ({ handle }: ApiServer, command: string) => ({ handle, userAgent: `kubepad-${command}` });

async function exportWhole(server: ApiServer, { file, folder }: FileCommand): Promise<FileOutcome> {
  write(file, await server.inspect.export());
  return { lines: [exported(folder, (await server.inspect.stats()).objects)], failed: false };
}

/** Exports the objects that can be read. A list fails for one that cannot, so that it is read again without it. */
async function exportObjects(command: FileCommand): Promise<FileOutcome> {
  const { file, folder, history } = command;
  const unreadable = new Set<string>();
  for (;;) {
    const found = unreadable.size;
    const all = await withServer(withoutObjects(await openFolder(command), unreadable), async (server) => {
      try {
        const objects = await listObjects(clientOf(server, "export"));
        return { objects, ...(history && { versions: await collectVersions(server.inspect, { objects, all: true }) }) };
      } catch (error) {
        for (const { key } of (await server.inspect.stats()).unreadable) unreadable.add(key);
        if (unreadable.size === found) throw error;
        return undefined;
      }
    });
    if (all === undefined) continue;
    const objects = sharedObjects(all.objects);
    const isYaml = /\.ya?ml$/.test(file);
    write(file, isYaml ? await formatManifests(objects) : await writeKubepadFile({ ...all, objects }));
    const left = [...unreadable].map((key) => `${key} cannot be read and was not exported`);
    return { lines: [...left, exported(folder, objects.length)], failed: left.length > 0 };
  }
}

const exported = (folder: string, count: number): string => `objects exported from ${folder}: ${count}`;

function write(file: string, content: string | Uint8Array): void {
  if (file === "-") process.stdout.write(content);
  else replaceFile(file, content);
}

const standardInput = 0;

/** Imports a file. A new folder takes over the history in it; one that is in use takes the objects. */
async function importFrom(command: FileCommand): Promise<FileOutcome> {
  const { folder, file, replace } = command;
  const bytes = await decrypted(readBounded(file === "-" ? standardInput : file, largestObjects), command);
  const content = isPacked(bytes) ? await readKubepadFile(bytes) : undefined;
  const history = isNew(folder) ? await versionsIn(bytes) : undefined;
  if (content?.kind === "world" && history !== undefined) {
    await restoreVersions(await openFolder(command), history, { at: Date.now() });
    const { length } = content.world.objects;
    return { lines: [`objects imported with their history: ${length}`], failed: false };
  }
  return withServer(await openFolder(command), async (server) => {
    if (content?.kind === "export") {
      await server.inspect.import(bytes);
      return { lines: [`everything replaced; objects imported: ${content.objects}`], failed: false };
    }
    const objects = content?.world.objects ?? (await parseManifests(new TextDecoder().decode(bytes)));
    const reports = await createObjects(clientOf(server, "import"), objects, {
      existing: replace ? "replace" : "leave",
    });
    return { lines: reports.map(lineOf), failed: reports.some(({ outcome }) => outcome === "failed") };
  });
}

const isNew = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

const lineOf = ({ object, outcome, message }: ObjectReport): string => {
  const { name = "", namespace } = object.metadata;
  const named = `${object.kind ?? ""} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
  return message === undefined ? `${named} ${outcome}` : `${named} ${outcome}: ${message}`;
};

const report = (message: string): void => void process.stderr.write(`${message}\n`);

async function openFolder({ folder, encryptionFile }: FileCommand): Promise<Backend> {
  const open = (): Promise<Backend> => openFileBackend({ directory: folder, report });
  if (encryptionFile === undefined) return open();
  const { openEncrypted } = await import("./encryption/open-encryption.ts");
  return openEncrypted(open, { file: encryptionFile, reload: false }, report);
}

/** Returns a file with the values that a store had encrypted. */
async function decrypted(bytes: Uint8Array, { encryptionFile: file }: FileCommand): Promise<Uint8Array> {
  if (!isPacked(bytes)) return bytes;
  const [{ openEncryption }, { decryptExport }] = await Promise.all([
    import("./encryption/open-encryption.ts"),
    import("./encryption/decrypt-export.ts"),
  ]);
  return decryptExport(
    bytes,
    file === undefined ? undefined : openEncryption({ file, reload: false }, report).transformers,
  );
}

/** Runs a function on a server that has the objects of a backend and no controllers. */
async function withServer<T>(backend: Backend, run: (server: ApiServer) => Promise<T>): Promise<T> {
  const opening = createApiServer({
    backend,
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportUnreadable: report,
  });
  const server = await opening.catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}
