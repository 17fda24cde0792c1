import { expect, it } from "vitest";
import { runOf } from "./command-run.ts";

it.each([
  ["no command", {}, { exitCode: 0, output: "" }],
  ["false", { command: ["false"] }, { runSeconds: 0, exitCode: 1, output: "" }],
  ["sleep", { command: ["sleep"], args: ["2m"] }, { runSeconds: 120, exitCode: 0, output: "" }],
  ["echo", { command: ["echo", "hello", "world"] }, { runSeconds: 0, exitCode: 0, output: "hello world\n" }],
  ["echo -n", { command: ["/bin/echo", "-n", "a"] }, { runSeconds: 0, exitCode: 0, output: "a" }],
  ["an unknown program", { command: ["nginx"] }, { exitCode: 0, output: "" }],
])("%s is known by its words", (_name, container, run) => expect(runOf(container)).toEqual(run));

it.each([
  ["echo hello; sleep 3; exit 7", { runSeconds: 3, exitCode: 7, output: "hello\n" }],
  ["echo 'one; two' && echo \"it's three\"", { runSeconds: 0, exitCode: 0, output: "one; two\nit's three\n" }],
  ["false || echo mended", { runSeconds: 0, exitCode: 0, output: "mended\n" }],
  ["false && echo never", { runSeconds: 0, exitCode: 1, output: "" }],
  [
    "echo lost > /tmp/a; echo seen; echo -n more >>/tmp/a",
    { runSeconds: 0, exitCode: 0, output: "seen\n", files: new Map([["/tmp/a", "lost\nmore"]]) },
  ],
  ["echo lost | grep x", { runSeconds: 0, exitCode: 0, output: "" }],
  ['echo "$HOSTNAME"; echo plain', { runSeconds: 0, exitCode: 0, output: "plain\n" }],
  ["echo first\nnginx -g 'daemon off;'\necho never", { exitCode: 0, output: "first\n" }],
  ["echo first; sleep infinity", { exitCode: 0, output: "first\n" }],
  ["echo first; tail -f /dev/null; exit 1", { exitCode: 0, output: "first\n" }],
  ["while true; do echo hello; sleep 1; done", { exitCode: 0, output: "" }],
])("the script %j is followed", (script, run) => expect(runOf({ command: ["sh", "-c", script] })).toEqual(run));

const waitFor = "until nslookup db.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local";

it.each([
  ["until nslookup db; do echo waiting; sleep 2; done; echo ready", 3, "waiting\n"],
  [`${waitFor}; do echo waiting for db; sleep 2; done`, 3, "waiting for db\n"],
  ["echo first\nwhile ! nc -z db 5432 >/dev/null 2>&1\ndo\n  sleep 5\ndone", 6, "first\n"],
])("the script %j waits until its client gets an answer", (script, retrySeconds, output) => {
  const container = { command: ["sh", "-c", script] };
  expect(runOf(container, () => false)).toEqual({ retrySeconds, exitCode: 0, output });
  expect(runOf(container, (host) => host === "db")).toMatchObject({ runSeconds: 1, exitCode: 0 });
});

it("loops that wait for something else, or as long as there is an answer, go on for ever", () => {
  for (const script of [
    "until test -f /ready; do sleep 1; done",
    "while nslookup db; do sleep 1; done",
    "until nslookup db",
  ])
    expect(runOf({ command: ["sh", "-c", script] }, () => false)).toEqual({ exitCode: 0, output: "" });
});

const readOnly = { securityContext: { readOnlyRootFilesystem: true } };
const [cache, run] = [{ mountPath: "/var/cache/nginx" }, { mountPath: "/var/run/" }];
const cannotCreate = (path: string): string => `sh: can't create ${path}: Read-only file system\n`;

it.each([
  ["echo a > /data/f", {}, { exitCode: 1, output: cannotCreate("/data/f"), refusedPath: "/data/f" }],
  ["date >> log; echo on", {}, { exitCode: 0, output: `${cannotCreate("log")}on\n`, refusedPath: "log" }],
  ["echo a > /tmp/f && echo never", {}, { exitCode: 1, refusedPath: "/tmp/f" }],
  [
    "mkdir -p /srv/a || exit 4",
    {},
    { exitCode: 4, output: "mkdir: can't create directory '/srv/a': Read-only file system\n" },
  ],
  [
    "echo a > /data/f",
    { volumeMounts: [{ mountPath: "/data" }] },
    { exitCode: 0, files: new Map([["/data/f", "a\n"]]) },
  ],
  [
    "echo a > /data/f",
    { volumeMounts: [{ mountPath: "/data", readOnly: true }], securityContext: {} },
    { exitCode: 1 },
  ],
  [
    "echo a > /data/b/f",
    { volumeMounts: [{ mountPath: "/data", readOnly: true }, { mountPath: "/data/b" }] },
    { exitCode: 0 },
  ],
  ["echo a > /dev/null; echo b > /dev/termination-log", {}, { exitCode: 0 }],
  ["echo a >&2; echo b >& 2", {}, { exitCode: 0, output: "a\nb\n" }],
  ["echo a > f", { workingDir: "/data", volumeMounts: [{ mountPath: "/data" }] }, { exitCode: 0 }],
  ["echo a > ../etc/f", { workingDir: "/data", volumeMounts: [{ mountPath: "/data" }] }, { exitCode: 1 }],
  ["echo a > /srv/..//data/./f", { volumeMounts: [{ mountPath: "/data" }] }, { exitCode: 0 }],
])("the script %j is refused what its read-only file system does not take, beside %j", (script, container, found) => {
  expect(runOf({ command: ["sh", "-c", script], ...readOnly, ...container })).toMatchObject({
    runSeconds: 0,
    ...found,
  });
});

it.each([
  ["nginx:1.29", [], "/var/cache/nginx"],
  ["docker.io/library/nginx", [cache], "/run"],
  ["nginx", [cache, run], undefined],
  ["httpd", [], "/usr/local/apache2/logs"],
  ["nginxinc/nginx-unprivileged", [], undefined],
])("the image %s with the mounts %j cannot write %s", (image, volumeMounts, path) => {
  expect(runOf({ image, volumeMounts, ...readOnly }).refusedPath).toBe(path);
  expect(runOf({ image, volumeMounts, ...readOnly, command: ["sleep", "9"] }).refusedPath).toBeUndefined();
});
