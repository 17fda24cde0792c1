import { pathFromRoot } from "../../apimachinery/clean-path.ts";
import type { Files } from "../../kubectl/session.ts";

/** The files of a virtual folder, by their paths from it. */
export type Folder = Readonly<Record<string, string>>;

/** The path of a file from the folder's root: `./web.yaml` and `/web.yaml` are `web.yaml`; undefined for the root. */
export const normalPath = (path: string): string | undefined => pathFromRoot(path) || undefined;

/** Returns the paths of the files below a folder, from there and sorted; undefined if there is none of that path. */
export function listFolder(folder: Folder, path: string): readonly string[] | undefined {
  const normal = normalPath(path);
  const prefix = normal === undefined ? "" : `${normal}/`;
  const names = Object.keys(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length));
  return names.length === 0 && prefix !== "" ? undefined : names.sort();
}

/** The folder as commands read and write it. */
export const filesOver = (
  read: () => Folder,
  write: (path: string, text: string) => void,
  remove: (path: string) => void,
): Files => ({
  read: (path) => Promise.resolve(fileAt(read(), path)),
  list: (path) => Promise.resolve(listFolder(read(), path)),
  write: (path, text) => Promise.resolve(write(normalPath(path) ?? path, text)),
  remove: (path) => Promise.resolve(remove(normalPath(path) ?? path)),
});

function fileAt(folder: Folder, path: string): string | undefined {
  const normal = normalPath(path);
  return normal !== undefined && Object.hasOwn(folder, normal) ? folder[normal] : undefined;
}

const taken = (folder: Folder, name: string): boolean => Object.hasOwn(folder, name);

/** Returns a name that no file has yet: `manifest.yaml`, `manifest-2.yaml`. */
export function freeName(folder: Folder, wanted: string): string {
  if (!taken(folder, wanted)) return wanted;
  const [, stem = wanted, ending = ""] = /^(.*?)(\.[^.]*)?$/.exec(wanted) ?? [];
  for (let i = 2; ; i += 1) if (!taken(folder, `${stem}-${i}${ending}`)) return `${stem}-${i}${ending}`;
}
