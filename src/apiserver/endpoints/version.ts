import { newGenericServerResponse } from "../../apimachinery/errors.ts";
import { answer } from "./answers.ts";
import { indentJson } from "./indent-json.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";

/** version.Info as /version prints it. */
export const versionInfo = {
  major: "1",
  minor: "34",
  emulationMajor: "1",
  emulationMinor: "34",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "33",
  gitVersion: "v1.34.0+kubepad",
  gitCommit: "",
  gitTreeState: "",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "",
} as const;

const text = indentJson(JSON.stringify(versionInfo));

/** /version (routes.Version). */
export const versionRoute: NonResourceRoute = (path) => {
  if (path !== "/version" && !path.startsWith("/version/")) return undefined;
  return (ctx) => {
    const known = path === "/version" || path === "/version/";
    const code = known ? 405 : 404;
    if (known && ctx.exchange.method === "GET") return Promise.resolve(answer(ctx, 200, "application/json", text));
    return Promise.reject(newGenericServerResponse(code, "", { group: "", resource: "" }, "", "", 0, false));
  };
};
