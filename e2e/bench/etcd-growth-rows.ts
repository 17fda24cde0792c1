import { startServer } from "../child-program.ts";
import { processMs, residentMb } from "./event-loop-time.ts";
import { bodyOf, Connection, encodeRequest, statusOf } from "./load/connection.ts";
import { Watcher } from "./load/watcher.ts";
import { tell } from "./progress.ts";
import { median, type Row } from "./row.ts";

type Report = (row: Row) => void;

const pageLength = 500;
const collection = "/api/v1/configmaps";

const row = (name: string, unit: Row["unit"], subject: number, floorName: string): Row => ({
  name,
  where: "HTTP",
  backend: "etcd",
  unit,
  subject,
  floor: subject,
  floorName,
});

/** Measures a server over an etcd with many config maps (`npm run etcd:fill`): its start, lists and memory. */
export async function etcdGrowthRows(etcdUrl: string, report: Report): Promise<void> {
  const started = performance.now();
  const server = await startServer([
    "--port",
    "0",
    "--etcd-servers",
    etcdUrl,
    "--controllers=-garbage-collector-controller", // which is one of kube-controller-manager
  ]);
  report(row("start", "ms", processMs(server.pid), `processor time; ${seconds(started)} by the clock`));
  report(row("memory after the start", "MB", residentMb(server.pid), "the process"));
  const connection = await Connection.open(server.url);
  const get = async (target: string): Promise<{ readonly text: string; readonly cpu: number }> => {
    const cpu = processMs(server.pid);
    for (;;) {
      const answer = await connection.exchange(encodeRequest("GET", target, {}));
      if (statusOf(answer) === 200) return { text: bodyOf(answer), cpu: processMs(server.pid) - cpu };
      if (statusOf(answer) !== 504) throw new Error(`${target} was answered ${statusOf(answer)}: ${bodyOf(answer)}`);
      tell(`etcd-growth: ${target} took too long by the clock, and is asked for again`);
    }
  };
  await pages(get, report);
  report(row("memory after the lists", "MB", residentMb(server.pid), "the process"));
  for (const which of ["first", "second", "third"]) {
    const { text, cpu } = await get(`${collection}?labelSelector=team%3Dteam-07&resourceVersion=0`);
    report(row(`list by a label, the ${which}`, "ms", cpu, `${count(text)} objects`));
  }
  const { text } = await get(`${collection}?limit=1`);
  const revision = /"resourceVersion":\s*"(\d+)"/.exec(text)?.[1] ?? "";
  const watch = encodeRequest("GET", `${collection}?watch=1&allowWatchBookmarks=true&resourceVersion=${revision}`, {});
  const [before, cpu] = [residentMb(server.pid), processMs(server.pid)];
  const watchers = await Promise.all(Array.from({ length: 100 }, () => Watcher.open(server.url, watch)));
  report(
    row("100 watches opened", "ms", processMs(server.pid) - cpu, `${(residentMb(server.pid) - before).toFixed(0)} MB`),
  );
  for (const watcher of watchers) watcher.close();
  report(row("memory at the end", "MB", residentMb(server.pid), "the process"));
  connection.close();
  await server.stop();
}

/** Reads all objects in pages. */
async function pages(
  get: (target: string) => Promise<{ readonly text: string; readonly cpu: number }>,
  report: Report,
): Promise<void> {
  const costs: number[] = [];
  let objects = 0;
  for (let next = ""; ;) {
    const { text, cpu } = await get(`${collection}?limit=${pageLength}${next}`);
    costs.push(cpu);
    objects += count(text);
    if (costs.length % 200 === 0) tell(`etcd-growth: ${objects} objects listed`);
    const token = /"continue":\s*"([^"]+)"/.exec(text.slice(0, 1000))?.[1];
    if (token === undefined) break;
    next = `&continue=${encodeURIComponent(token)}`;
  }
  report(row(`the first page of ${pageLength}`, "ms", costs[0] ?? Number.NaN, "processor time"));
  report(row(`a page of ${pageLength}`, "ms", median(costs), `the median of ${costs.length}`));
  report(row("the longest page", "ms", Math.max(...costs), "processor time"));
  report(
    row(
      "all pages",
      "ms",
      costs.reduce((sum, cost) => sum + cost, 0),
      `${objects} objects`,
    ),
  );
}

const count = (text: string): number => text.split('"creationTimestamp":').length - 1;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
