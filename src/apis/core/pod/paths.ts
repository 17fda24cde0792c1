import { fieldPath } from "../../../apimachinery/field-error.ts";
import type { Validator } from "../../../apimachinery/validation/names.ts";

const none: readonly string[] = [];

/** A path must not have `..` as one of its parts (validatePathNoBacksteps). */
export const noBacksteps: Validator = (path) =>
  path.includes("..") && path.split("/").includes("..") ? ["must not contain '..'"] : none;

/** A path must be relative and stay below where it starts (validateLocalDescendingPath). */
export const localDescendingPath: Validator = (path) =>
  path.startsWith("/") ? ["must be a relative path", ...noBacksteps(path)] : noBacksteps(path);

/** As localDescendingPath, and it must not start with `..` (ValidateLocalNonReservedPath). */
export const localNonReservedPath: Validator = (path) =>
  path.startsWith("..") && !path.startsWith("../")
    ? [...localDescendingPath(path), "must not start with '..'"]
    : localDescendingPath(path);

/** The path of the spec of a pod. */
export const specPath = fieldPath("spec");
