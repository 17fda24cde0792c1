import { expect, test } from "vitest";
import { cpuForClient, servicesAskedWithoutEnd } from "./endless-clients.ts";

test.each([
  ["while sleep 0.01; do wget -q -O- http://php-apache; done", ["shop/php-apache"]],
  ["while true; do curl -s http://web.prod:8080/x > /dev/null; done", ["prod/web"]],
  ["until false\ndo\n  /usr/bin/curl -o /dev/null https://web.prod.svc.cluster.local/\ndone", ["prod/web"]],
  ["for ((;;)); do wget -q -O- web && wget -q -O- api; done", ["shop/web", "shop/api"]],
  ["wget -q -O- http://web; while sleep 1; do date; done", []],
  ["for i in 1 2 3; do wget -q -O- http://web; done", []],
  ["while true; do wget -q -O- http://$HOST; done", []],
  ["sleep 3600", []],
])("%s asks for %j", (script, services) => {
  expect(servicesAskedWithoutEnd(["/bin/sh", "-c", script], "shop")).toEqual(services);
});

test("a server that computes uses more for a client than one that reads a file", () => {
  expect(cpuForClient("registry.k8s.io/hpa-example")).toBeGreaterThan(10 * cpuForClient("nginx:1.27"));
});
