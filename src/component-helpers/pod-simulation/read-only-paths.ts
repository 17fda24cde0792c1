import { trimRight } from "../../apimachinery/trim.ts";

/** The members of a container that say where it can write. */
export interface WritingContainer {
  readonly image?: string;
  readonly workingDir?: string;
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
  readonly terminationMessagePath?: string;
  readonly volumeMounts?: readonly { readonly mountPath?: string; readonly readOnly?: boolean }[];
}

/** `/run` under the name that images know it by as well. */
const resolved = (path: string): string => (trimRight(path, "/") || "/").replace(/^\/var\/run(?=\/|$)/, "/run");

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** What the runtime mounts for each container. */
const ownMounts = ["/dev", "/proc", "/sys"];

/** Reports whether a container may not write a path: by its root file system, or a volume mounted to be read. */
export function isReadOnlyPath(container: WritingContainer, path: string): boolean {
  const { securityContext, volumeMounts = [], terminationMessagePath = "/dev/termination-log", workingDir } = container;
  if (/[$`]/.test(path)) return false;
  const full = resolved(path.startsWith("/") ? path : `${workingDir ?? ""}/${path}`);
  if (full === terminationMessagePath || ownMounts.some((folder) => isWithin(full, folder))) return false;
  const [mount] = volumeMounts
    .filter(({ mountPath = "" }) => isWithin(full, resolved(mountPath)))
    .toSorted((a, b) => (b.mountPath ?? "").length - (a.mountPath ?? "").length);
  return mount === undefined ? securityContext?.readOnlyRootFilesystem === true : mount.readOnly === true;
}

/** What the programs of well-known images write as they start, with what they say where they cannot. */
const written: readonly (readonly [image: RegExp, path: string, words: string])[] = [
  [
    /^(?:docker\.io\/)?(?:library\/)?nginx(?:[:@]|$)/,
    "/var/cache/nginx",
    'nginx: [emerg] mkdir() "/var/cache/nginx/client_temp" failed (30: Read-only file system)',
  ],
  [
    /^(?:docker\.io\/)?(?:library\/)?nginx(?:[:@]|$)/,
    "/run",
    'nginx: [emerg] open() "/run/nginx.pid" failed (30: Read-only file system)',
  ],
  [
    /^(?:docker\.io\/)?(?:library\/)?httpd(?:[:@]|$)/,
    "/usr/local/apache2/logs",
    "(30)Read-only file system: AH00099: could not create /usr/local/apache2/logs/httpd.pid",
  ],
];

/** The folder that the program of an image cannot write, and what it says; undefined where it starts. */
export function refusedStart(
  container: WritingContainer,
): { readonly path: string; readonly words: string } | undefined {
  const { image = "" } = container;
  const found = written.find(([pattern, path]) => pattern.test(image) && isReadOnlyPath(container, path));
  return found && { path: found[1], words: found[2] };
}
