import { expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { definitionOf } from "../testing/definition-of.ts";
import { DefinitionController, type DefinitionControllerOptions } from "./definition-controller.ts";

type Lister = DefinitionControllerOptions["lister"];

/** A controller with one definition, whose writes fail when they are told to. */
function failingController() {
  const definition = definitionOf("Foo", "g.io");
  const lister = { get: () => definition, all: () => [definition], listen: () => () => undefined };
  const writes: ((error: Error) => void)[] = [];
  const reported: unknown[] = [];
  const closing = new AbortController();
  const controller = new DefinitionController({
    lister: lister as unknown as Lister,
    writer: { update: () => new Promise((_, reject) => void writes.push(reject)) },
    cleanUp: () => Promise.resolve(),
    report: (error) => void reported.push(error),
    clock: createSystemClock(),
    signal: closing.signal,
  });
  controller.start();
  const fail = async (): Promise<void> => {
    await Promise.resolve();
    for (const reject of writes.splice(0)) reject(new Error("Channel has been shut down"));
    await Promise.resolve();
  };
  return { fail, reported, close: () => closing.abort() };
}

it("reports a sync that failed", async () => {
  const { fail, reported } = failingController();
  await fail();
  expect(reported).toHaveLength(1);
});

it("reports nothing of a sync that failed because the server closes", async () => {
  const { fail, reported, close } = failingController();
  close();
  await fail();
  expect(reported).toEqual([]);
});
