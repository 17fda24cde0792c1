import { expect, it } from "vitest";
import type { Backend } from "../backend/backend.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import { StorageError } from "../storage-error.ts";
import { GroupCommit } from "./group-commit.ts";

/** Commits over a backend whose appends fail with the given errors, one after another, and what came of them. */
function commitsWith(...errors: readonly unknown[]) {
  const left = [...errors];
  const appended: (number | undefined)[] = [];
  const failures: unknown[] = [];
  const memory = createMemoryBackend();
  const backend: Backend = {
    ...memory,
    append: async ({ compact }) => {
      appended.push(compact);
      if (left.length > 0) throw left.shift();
    },
  };
  const listener = { committed: () => undefined, failed: (error: unknown) => void failures.push(error) };
  return { commits: new GroupCommit(backend, { now: () => 0 }, 7, listener), appended, failures };
}

const write = (revision: number) => ({
  record: { key: "/a", revision, text: "{}" },
  isOwn: true,
  commit: () => undefined,
  drop: () => undefined,
});

it("a compaction whose append fails goes with the next one, unless a later one has come", async () => {
  const { commits, appended } = commitsWith(new Error("full"), new Error("full"));
  await expect(commits.compact(5)).rejects.toThrow("full");
  await expect(commits.compact(3)).rejects.toThrow("full");
  await commits.enlist(write(commits.next));
  await commits.enlist(write(commits.next));
  expect(appended).toEqual([5, 5, 5, undefined]);
});

it("an append that fails is told as unreachable, and as it is where the backend says what it is", async () => {
  const cause = new StorageError({ code: "Unknown", message: "lost", mayBeStored: true });
  const { commits, failures } = commitsWith(new Error("full"), cause);
  await expect(commits.enlist(write(8))).rejects.toMatchObject({ failure: { code: "Unreachable", message: "full" } });
  await expect(commits.enlist(write(9))).rejects.toBe(cause);
  expect(failures).toEqual([new Error("full"), cause]);
  expect(commits.committed).toBe(7);
  await commits.enlist(write(10));
  expect(commits.committed).toBe(10);
});
