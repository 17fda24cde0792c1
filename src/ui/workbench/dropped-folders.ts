/** The most files of folders that are validated together. */
const most = 10_000;

const isManifest = (name: string): boolean =>
  /\.(?:json|yaml|yml)$/i.test(name) && !/^kustomization\.ya?ml$/.test(name);

/**
 * Reads what was dropped: files, and the manifests below folders without those whose names begin with a dot and
 * node_modules. A file of a folder is named by its path. Rejects with a sentence if there are none, or too many.
 */
export async function manifestsOfEntries(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found: FileSystemFileEntry[] = [];
  for await (const entry of filesBelow(entries)) {
    if (found.length === most) throw new Error(`There are more than ${most} manifests.`);
    if (isManifest(entry.name)) found.push(entry);
  }
  if (found.length === 0) throw new Error("There are no manifests in the folder.");
  const files = await Promise.all(found.map(fileOf));
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function* filesBelow(entries: readonly FileSystemEntry[]): AsyncGenerator<FileSystemFileEntry> {
  for (const entry of entries)
    if (isFile(entry)) yield entry;
    else if (isFolder(entry) && !/^\.|^node_modules$/.test(entry.name)) yield* filesBelow(await entriesOf(entry));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The entries of a folder, of which browsers hand over a hundred at once. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  return new File([file], entry.fullPath.replace(/^\//, ""), { type: file.type });
}
