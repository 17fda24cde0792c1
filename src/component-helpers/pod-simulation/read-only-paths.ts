import { pathFromRoot } from "../../apimachinery/clean-path.ts";

/** The members of a container that say where it can write. */
export interface WritingContainer {
  readonly image?: string;
  readonly workingDir?: string;
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
  readonly terminationMessagePath?: string;
  readonly volumeMounts?: readonly { readonly mountPath?: string; readonly readOnly?: boolean }[];
}

/** Returns a path of a container from its root; images know `/run` as `/var/run` as well. */
const resolved = (path: string, folder?: string): string =>
  `/${pathFromRoot(path, folder)}`.replace(/^\/var\/run(?=\/|$)/, "/run");

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** What the runtime mounts for each container. */
const ownMounts = ["/dev", "/proc", "/sys"];

/** What keeps a container from writing a path: its root file system, or a volume that is mounted to be read only. */
export function readOnlyBy(container: WritingContainer, path: string): "root" | "volume" | undefined {
  const { securityContext, volumeMounts = [], terminationMessagePath = "/dev/termination-log", workingDir } = container;
  if (/[$`]/.test(path)) return undefined;
  const full = resolved(path, path.startsWith("/") ? "" : workingDir);
  if (full === resolved(terminationMessagePath) || ownMounts.some((folder) => isWithin(full, folder))) return undefined;
  const [mount] = volumeMounts
    .filter(({ mountPath = "" }) => isWithin(full, resolved(mountPath)))
    .toSorted((a, b) => resolved(b.mountPath ?? "").length - resolved(a.mountPath ?? "").length);
  if (mount !== undefined) return mount.readOnly === true ? "volume" : undefined;
  return securityContext?.readOnlyRootFilesystem === true ? "root" : undefined;
}

/** Reports whether a container may not write a path. */
export const isReadOnlyPath = (container: WritingContainer, path: string): boolean =>
  readOnlyBy(container, path) !== undefined;

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
