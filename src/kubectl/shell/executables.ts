import { pathFromRoot } from "../../apimachinery/clean-path.ts";
import type { Session } from "../session.ts";

/** The path of a file from the first folder, whatever it is written from. */
export const pathOf = (session: Session, path: string): string => pathFromRoot(session.place.resolve(path));

export const isExecutable = (session: Session, path: string): boolean => session.executables.has(pathOf(session, path));

/** Lets a file be a program, or no longer. */
export function setExecutable(session: Session, path: string, isProgram: boolean): void {
  if (isProgram) session.executables.add(pathOf(session, path));
  else session.executables.delete(pathOf(session, path));
}

/** The folders that were made below one, by their paths from there. */
export function madeBelow(session: Session, path: string): readonly string[] {
  const folder = pathOf(session, path);
  const prefix = folder === "" ? "" : `${folder}/`;
  return [...session.folders].filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
}
