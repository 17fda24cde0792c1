import { expect, it } from "vitest";
import { clientExitCode } from "./client-programs.ts";
import { runOf } from "./command-run.ts";

it.each<[line: string, asked: string | undefined, code: number | undefined]>([
  ["wget web:80", "web answer", 1],
  ["wget -qO- --timeout=2 http://web.shop:8080/healthz?x=1", "web.shop answer", 1],
  ["wget -O - web", "web answer", 1],
  ["curl -s -o /dev/null -H Host:x https://user@web/", "web answer", 7],
  ["curl --url=http://web", "web answer", 7],
  ["curl http://[fd00::1]:80/", "fd00::1 answer", 7],
  ["curl http://$HOST/", undefined, 0],
  ["nc -zv -w 2 db 5432", "db answer", 1],
  ["nc -lk 8080", undefined, undefined],
  ["nslookup web", "web address", 1],
  ["dig +short @10.96.0.10 web.default.svc.cluster.local", "web.default.svc.cluster.local address", 9],
  ["psql -U postgres -h db -c 'select'", "db answer", 2],
  ["psql postgres://me@db:5432/shop", "db answer", 2],
  ["pg_isready --host=db", "db answer", 2],
  ["psql --version", undefined, 0],
  ["redis-cli -h cache ping", "cache answer", 1],
  ["openssl s_client -connect web:443", "web answer", 1],
  ["openssl req -x509 -nodes", undefined, 0],
  ["nginx -g off", undefined, undefined],
])("%s asks for %s, and ends with %s without it", (line, wanted, code) => {
  const [name = "", ...words] = line.split(" ");
  let asked: string | undefined;
  const found = clientExitCode(name, words, (host, need) => {
    asked = `${host} ${need}`;
    return false;
  });
  expect([asked, found]).toEqual([wanted, code]);
});

it("a client ends in a script, too, and the script goes on by its code", () => {
  const container = { command: ["sh", "-c", "wget -q web || exit 9; echo done"] };
  expect(runOf(container)).toEqual({ runSeconds: 1, exitCode: 0, output: "done\n" });
  expect(runOf(container, () => false)).toEqual({ runSeconds: 5, exitCode: 9, output: "" });
});
