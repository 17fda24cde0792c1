import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { answer } from "../output/answers.ts";
import { indentJson } from "../output/indent-json.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";

/** The root: lists the paths that the server serves, whatever the method (routes.Index). */
export function createIndexRoute(
  definitions: () => readonly ResourceInfo[],
  others: readonly string[],
): NonResourceRoute {
  return (path) => {
    if (path !== "/" && path !== "/index.html") return undefined;
    return (ctx) =>
      Promise.resolve(
        answer(ctx, 200, "application/json", indentJson(JSON.stringify({ paths: listPaths(definitions(), others) }))),
      );
  };
}

function listPaths(definitions: readonly ResourceInfo[], others: readonly string[]): readonly string[] {
  const paths = new Set(["/api", "/apis", "/apis/", ...others]);
  for (const definition of definitions) {
    const version = formatGroupVersion(definition);
    if (definition.group === "") paths.add(`/api/${version}`);
    else paths.add(`/apis/${definition.group}`).add(`/apis/${version}`);
  }
  return [...paths].sort();
}
