import { newGenericServerResponse } from "../../../apimachinery/errors.ts";
import { binaryRelease, minimumCompatibility, type Release } from "../../../component-base/versions/release.ts";
import { answer } from "../output/answers.ts";
import { indentJson } from "../output/indent-json.ts";
import type { Handler } from "../handler.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";
import { refuseRouteMedia } from "./refuse-route-media.ts";

/** version.Info as /version prints it, of a server that acts as a release. */
export const versionInfo = (release: Release) => ({
  major: "1",
  minor: String(binaryRelease),
  emulationMajor: "1",
  emulationMinor: String(release),
  minCompatibilityMajor: "1",
  minCompatibilityMinor: String(minimumCompatibility(release)),
  gitVersion: "v1.34.0+kubepad",
  gitCommit: "",
  gitTreeState: "",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "",
});

export type VersionInfo = ReturnType<typeof versionInfo>;

/** /version (routes.Version). */
export function createVersionRoute(info: VersionInfo): NonResourceRoute {
  const text = indentJson(JSON.stringify(info));
  return (path) => (path === "/version" || path.startsWith("/version/") ? versionHandler(path, text) : undefined);
}

const types = ["application/json"];

function versionHandler(path: string, text: string): Handler {
  return async (ctx) => {
    const known = path === "/version" || path === "/version/";
    const code = known ? 405 : 404;
    if (known && ctx.exchange.method === "GET") {
      refuseRouteMedia(ctx.exchange.headers, types, types);
      return answer(ctx, 200, "application/json", text);
    }
    throw newGenericServerResponse(code, "", { group: "", resource: "" }, "", "", 0, false);
  };
}
