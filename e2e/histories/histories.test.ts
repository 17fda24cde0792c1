import { cpSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { checkAllocations } from "./allocations.ts";
import type { WatchEvent } from "./history.ts";
import { configMaps } from "./collection.ts";
import { revisionOf, runHistories } from "./run-histories.ts";
import { embeddedSetup } from "./setups.ts";

// Long runs are made by `npm run histories`.
const short = { seed: 1, clients: 6, objects: 8, longestMs: 1000, pauseMs: 20 };

test("a server over a folder that is killed, ended and paused keeps its promises", { timeout: 600_000 }, async () => {
  const setup = await embeddedSetup();
  try {
    const { findings, operations, events, resumed } = await runHistories(setup, { ...short, faults: 5 });
    expect(findings).toEqual([]);
    expect(operations).toBeGreaterThan(50);
    expect(events).toBeGreaterThan(50);
    expect(resumed).toBeGreaterThan(0);
  } finally {
    await setup.close();
  }
});

test("a server that forgets what it has acknowledged is found", { timeout: 600_000 }, async () => {
  const setup = await embeddedSetup();
  const { server, folder } = setup;
  const restart = async (): Promise<void> => {
    server.start();
    await server.ready();
  };
  const forget = {
    name: "the folder is an earlier one",
    async begin() {
      await server.program.end("SIGKILL");
      cpSync(folder, `${folder}.earlier`, { recursive: true });
      await restart();
      const before = await revisionOf(server, configMaps);
      await expect.poll(() => revisionOf(server, configMaps)).toBeGreaterThan(before + 10);
      await server.program.end("SIGKILL");
      rmSync(folder, { recursive: true });
      cpSync(`${folder}.earlier`, folder, { recursive: true });
    },
    end: restart,
  };
  try {
    const { findings } = await runHistories({ ...setup, faults: [forget] }, { ...short, faults: 1 });
    expect(findings).not.toEqual([]);
  } finally {
    await setup.close();
  }
});

const service = (type: WatchEvent["type"], name: string, revision: number, ...held: string[]): WatchEvent => {
  return { type, key: name, version: { uid: name, revision, data: {} }, held };
};

test("an address that two Services have at the same time is found", () => {
  const first = service("ADDED", "a", 1, "10.0.0.1", "port 30000");
  const ended = service("DELETED", "a", 3, "10.0.0.1", "port 30000");
  expect(checkAllocations([first, service("ADDED", "b", 2, "10.0.0.2", "port 30001"), ended])).toEqual([]);
  expect(checkAllocations([first, ended, service("ADDED", "b", 4, "10.0.0.1", "port 30000")])).toEqual([]);
  expect(checkAllocations([first, service("ADDED", "b", 2, "10.0.0.1", "port 30001"), ended])).toEqual([
    "10.0.0.1 belongs to a and to b at 2",
  ]);
  const changed = service("MODIFIED", "a", 2, "10.0.0.1", "port 30005");
  expect(checkAllocations([first, changed, service("ADDED", "b", 4, "10.0.0.2", "port 30000")])).toEqual([]);
});
