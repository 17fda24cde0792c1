import { expect, it } from "vitest";
import { runControllers } from "./controllers-around.ts";

function setUp() {
  const done: string[] = [];
  const note = (text: string): void => void done.push(text);
  const controllers = runControllers(() => {
    note("start");
    return () => note("stop");
  });
  return { done, note, controllers };
}

it("controllers start anew once the objects are replaced, also when that failed", async () => {
  const { done, note, controllers } = setUp();
  await controllers.pause(async () => note("reset"));
  const failing = controllers.pause(() => Promise.reject(new Error("no space")));
  await expect(failing).rejects.toThrow("no space");
  controllers.stop();
  expect(done).toEqual(["start", "stop", "reset", "start", "stop", "start", "stop"]);
});

it("controllers that are stopped while the objects are replaced do not start again", async () => {
  const { done, controllers } = setUp();
  await controllers.pause(async () => controllers.stop());
  expect(done).toEqual(["start", "stop", "stop"]);
});
