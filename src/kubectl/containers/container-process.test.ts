import { expect, test } from "vitest";
import { ContainerProcess } from "./container-process.ts";

/** Prints the second of each round of an endless loop. */
const counting = (sleepMs: number): ContainerProcess =>
  new ContainerProcess(0, async (process) => {
    for (const goesOn = process.loop(); goesOn(); await process.sleep(sleepMs))
      process.output += `${process.now / 1000} `;
    process.output += "end";
  });

test("a process is as far as it is followed", async () => {
  const process = counting(2000);
  await process.follow(1000);
  expect(process.output).toBe("0 ");
  await process.follow(1500);
  expect(process.output).toBe("0 ");
  await process.follow(5999);
  expect(process.output).toBe("0 2 4 ");
  await process.follow(3000);
  expect(process.output).toBe("0 2 4 ");
  await process.follow(6000);
  expect(process.output).toBe("0 2 4 6 ");
});

test("a process that several follow at once is followed by all of them", async () => {
  const process = counting(2000);
  await Promise.all([process.follow(1000), process.follow(5999), process.follow(0)]);
  expect(process.output).toBe("0 2 4 ");
  await Promise.all([process.follow(6000), process.follow(6000)]);
  expect(process.output).toBe("0 2 4 6 ");
});

test("a loop that hardly sleeps is gone through once, and one that does not end by itself is cut off", async () => {
  const busy = counting(10);
  await busy.follow(10_000);
  expect(busy.output).toBe("0 end");
  const long = counting(1000);
  await long.follow(10_000_000);
  expect(long.output.split(" ")).toHaveLength(501);
  await long.follow(20_000_000);
  expect(long.output.endsWith(" end")).toBe(true);
});

test("a process that fails has printed what it has", async () => {
  const process = new ContainerProcess(0, async (own) => {
    own.output += "a";
    throw new Error("no");
  });
  await process.follow(1);
  expect(process.output).toBe("a");
});
