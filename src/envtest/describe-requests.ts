import { editDistance } from "../apimachinery/edit-distance.ts";
import { hasPath, type LoggedRequest, type RequestFilter } from "./request-log.ts";

type FilterMembers = Exclude<RequestFilter, (request: LoggedRequest) => boolean>;

/** How many requests are told. */
const told = 5;

const line = ({ method, target, status }: LoggedRequest): string =>
  `${method} ${target} → ${status ?? "no answer yet"}`;

/** Describes a filter as the request that it stands for: `PATCH /\/pods\// → 200`. */
export function describeFilter(filter: RequestFilter): string {
  if (typeof filter === "function") return "a request that the function accepts";
  const { method = "any method", path = "any path", status } = filter;
  return `${method} ${String(path)}${status === undefined ? "" : ` → ${status}`}`;
}

/** Tells which requests there were in place of one that matches: the nearest ones, with what differs. */
export function describeNearest(requests: readonly LoggedRequest[], filter: RequestFilter): string {
  if (requests.length === 0) return "no request was sent";
  if (typeof filter === "function") {
    const last = requests.slice(-told).map((request) => `  ${line(request)}`);
    return [`the last of ${requests.length} requests:`, ...last].join("\n");
  }
  const nearest = requests
    .map((request) => ({ request, differences: differencesOf(request, filter), distance: distanceOf(request, filter) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, told);
  const lines = nearest.map(
    ({ request, differences }) =>
      `  ${line(request)} (${differences.length === 0 ? "it matches" : `another ${differences.join(" and ")}`})`,
  );
  return [`the nearest of ${requests.length} requests:`, ...lines].join("\n");
}

function differencesOf(request: LoggedRequest, { method, path, status }: FilterMembers): readonly string[] {
  return [
    ...(method === undefined || method === request.method ? [] : ["method"]),
    ...(path === undefined || hasPath(request, path) ? [] : ["path"]),
    ...(status === undefined || status === request.status ? [] : ["status"]),
  ];
}

/** Another status is nearer than another method, and that is nearer than another path. */
function distanceOf(request: LoggedRequest, filter: FilterMembers): number {
  const differences = differencesOf(request, filter);
  const { path = "" } = filter;
  const text = typeof path === "string" ? path : path.source.replaceAll(/[\\^$]/g, "");
  const ofPath = differences.includes("path") ? 10 + editDistance(text, request.path) : 0;
  return ofPath + (differences.includes("method") ? 2 : 0) + (differences.includes("status") ? 1 : 0);
}
