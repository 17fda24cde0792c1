import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { parseAccept } from "../../codec/negotiation/accept.ts";
import { answer, textAnswer } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";
import type { VersionInfo } from "./version.ts";

/** The dependencies of the status page. */
export interface StatuszParts {
  readonly gates: FeatureGates;
  readonly startedAt: number;
  readonly version: VersionInfo;
}

/** The path for the index; none if the feature is disabled. */
export const statuszPaths = (gates: FeatureGates): readonly string[] =>
  gates.enabled("ComponentStatusz") ? ["/statusz"] : [];

/** Serves /statusz, a page for debugging, if the feature ComponentStatusz is enabled (zpages/statusz). */
export function createStatusz({ gates, startedAt, version }: StatuszParts): NonResourceRoute {
  if (!gates.enabled("ComponentStatusz")) return () => undefined;
  const handler: Handler = (ctx) => {
    if (!takesText(ctx.exchange.headers.get("Accept") ?? ""))
      return Promise.resolve(textAnswer(ctx, 406, "media type not acceptable, must be: text/plain\n"));
    return Promise.resolve(answer(ctx, 200, "text/plain; charset=utf-8", page(startedAt, ctx.clock.now(), version)));
  };
  return (path) => (path === "/statusz" ? handler : undefined);
}

const takesText = (accept: string): boolean =>
  parseAccept(accept).some(({ type, subType, params }) => {
    if ((type !== "text" && type !== "*") || (subType !== "plain" && subType !== "*")) return false;
    return params.size === 0 || (params.size === 1 && params.get("charset")?.toLowerCase() === "utf-8");
  });

const page = (startedAt: number, now: number, { minor, emulationMinor }: VersionInfo): string => `
apiserver statusz
Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.

Started: ${unixDate(new Date(startedAt))}
Up: ${uptime(Math.floor((now - startedAt) / 1000))}
Go version: none
Binary version: 1.${minor}
Emulation version: 1.${emulationMinor}
Paths:  /healthz /livez /metrics /readyz /statusz /version
`;

const uptime = (seconds: number): string =>
  `${Math.floor(seconds / 3600)} hr ${twoDigits(Math.floor(seconds / 60) % 60)} min ${twoDigits(seconds % 60)} sec`;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** time.UnixDate: `Sat Nov 21 19:54:47 UTC 2026`. */
function unixDate(date: Date): string {
  const [day = "", number = "", month = "", year = "", time = ""] = date.toUTCString().replace(",", "").split(" ");
  return `${day} ${month} ${String(Number(number)).padStart(2, " ")} ${time} UTC ${year}`;
}
