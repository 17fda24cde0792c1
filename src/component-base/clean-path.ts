/**
 * Returns the parts of a path below a folder's parts, without empty parts and `.`; `..` takes away the part before it,
 * and nothing at the root.
 */
export function partsFromRoot(path: string, folder: readonly string[] = []): readonly string[] {
  const parts = [...folder];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
}

/** Returns a path without empty parts, `.` and, where it can be, `..`; "" for the current folder (Go's path.Clean). */
export function cleanPath(path: string): string {
  if (path.startsWith("/")) return `/${partsFromRoot(path).join("/")}`;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
