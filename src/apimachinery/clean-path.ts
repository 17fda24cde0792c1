/**
 * Returns a path from a folder as one from the root, without a `/` in front: without empty parts and `.`; `..` takes
 * away the part before it, and nothing at the root. "" is the root.
 */
export function pathFromRoot(path: string, folder = ""): string {
  const parts: string[] = [];
  for (const part of [...folder.split("/"), ...path.split("/")]) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Returns a path without empty parts, `.` and, where it can be, `..`; "" for the current folder (Go's path.Clean). */
export function cleanPath(path: string): string {
  if (path.startsWith("/")) return `/${pathFromRoot(path)}`;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
