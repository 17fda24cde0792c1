import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { apiServerOptions, ignoredNotice, refuseFlags } from "../../src/node/flags/api-server-options.ts";
import { flagTable } from "../../src/node/flags/flag-table.ts";
import { parseFlags } from "../../src/node/flags/parse-flags.ts";

const folder = "docs/examples";

/** Reads the flags of a server as the program does, and expects that each of them acts. */
function optionsOf(args: readonly string[]): ReturnType<typeof apiServerOptions> {
  const parsed = parseFlags(args, flagTable);
  refuseFlags(parsed, flagTable);
  expect(parsed.positionals).toEqual([]);
  expect(ignoredNotice(parsed, flagTable)).toBeUndefined();
  return apiServerOptions(parsed);
}

describe("compose.yaml", () => {
  interface Service {
    readonly command: readonly string[];
    readonly volumes: readonly string[];
    readonly depends_on?: Readonly<Record<string, unknown>>;
  }
  const file = parse(readFileSync(join(folder, "compose.yaml"), "utf8"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const services = Object.entries(file.services);
  const named = (prefix: string) => services.filter(([name]) => name.startsWith(prefix));

  test("has members that name each other", () => {
    const members = named("etcd-");
    expect(members).toHaveLength(3);
    for (const [name, { command }] of members) {
      const flags = new Map(
        command.slice(1).map((flag) => flag.replace(/^--/, "").split(/=(.*)/s, 2) as [string, string]),
      );
      expect(flags.get("name")).toBe(name);
      expect(flags.get("initial-cluster")?.split(",")).toEqual(members.map(([one]) => `${one}=http://${one}:2380`));
      expect(flags.get("advertise-client-urls")).toBe(`http://${name}:2379`);
      expect(flags.get("initial-advertise-peer-urls")).toBe(`http://${name}:2380`);
    }
  });

  test("has servers whose flags act, over these members", () => {
    const servers = named("server-");
    expect(servers).toHaveLength(2);
    for (const [, { command, depends_on: needed = {} }] of servers) {
      expect(command[0]).toBe("kubepad-apiserver");
      const { storage } = optionsOf(command.slice(1));
      expect(storage).toMatchObject({ etcd: { servers: named("etcd-").map(([name]) => `http://${name}:2379`) } });
      expect(Object.keys(needed)).toEqual(named("etcd-").map(([name]) => name));
    }
  });

  test("declares the volumes that it uses", () => {
    expect(services.flatMap(([, { volumes }]) => volumes.map((text) => text.split(":")[0]))).toEqual(
      Object.keys(file.volumes),
    );
  });
});

describe("kubepad-apiserver.service", () => {
  const text = readFileSync(join(folder, "kubepad-apiserver.service"), "utf8");

  test("starts a server whose flags act", () => {
    const [program, ...args] = (/^ExecStart=((?:.*\\\n)*.*)$/m.exec(text)?.[1] ?? "").split(/[\s\\]+/);
    expect(program).toBe("/usr/local/bin/kubepad-apiserver");
    expect(optionsOf(args)).toMatchObject({ endpoints: { type: "lease", ip: "192.0.2.11" }, shutdownDelayMs: 10_000 });
  });

  const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.skipIf(!hasAnalyze)("is a unit that systemd understands", () => {
    const scratch = mkdtempSync(join(tmpdir(), "kubepad-unit-"));
    const unit = join(scratch, "kubepad-apiserver.service");
    writeFileSync(unit, text.replace("/usr/local/bin/kubepad-apiserver", "/bin/true"));
    const { stderr, stdout } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    rmSync(scratch, { recursive: true });
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("kubepad"))).toEqual([]);
  });
});
