import { expect, test } from "vitest";
import { createPageMemory } from "../../platform/storage.ts";
import type { Page } from "../../state/page.ts";
import { createLessonKeep, isDone, progress } from "./progress.ts";

const kept = {
  print: "",
  runs: [{ step: 0 }, { step: 1, text: "mine" }],
  texts: new Map([[2, "theirs"]]),
  reached: [0],
  choices: new Map([[1, 0]]),
};

test("what a reader did is kept with the text that it belongs to", () => {
  const memory = createPageMemory({});
  createLessonKeep(memory, "watch", "# Watch").write(kept);
  expect(createLessonKeep(memory, "watch", "# Watch").read()).toMatchObject({ ...kept, print: expect.any(String) });
  expect(createLessonKeep(memory, "watch", "# Watch!").read().runs).toEqual([]);
  expect(createLessonKeep(memory, "other", "# Watch").read().runs).toEqual([]);
});

test.each([
  { runs: "all" },
  { runs: [{ step: -1 }, { step: 1.5 }, { step: "1" }, {}, null, { step: 1, text: 5 }] },
  {
    texts: [["1", "x"], [1], [1, 2], "x"],
    choices: [
      [0, "1"],
      [-1, 1],
    ],
  },
])("what does not fit is left out: %j", (value) => {
  const memory = createPageMemory({});
  createLessonKeep(memory, "watch", "").write(kept);
  const print = memory.read("lesson.watch", (known): known is { print: string } => known !== undefined)?.print;
  memory.write("lesson.watch", { ...value, print });
  const { runs, texts, choices } = createLessonKeep(memory, "watch", "").read();
  expect([runs, [...texts], [...choices]]).toEqual([[], [], []]);
});

test("a lesson is done when all of its steps passed", () => {
  expect([undefined, { passed: 0, steps: 0 }, { passed: 2, steps: 3 }, { passed: 3, steps: 3 }].map(isDone)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("what another tab has done meanwhile stays", () => {
  const memory = createPageMemory({});
  const tabs = [1, 2].map((at) => progress.of({ memory, clock: { now: () => at } } as unknown as Page).getState());
  for (const [i, tab] of tabs.entries()) tab.set(`lesson-${i}`, { passed: 1, steps: 1 });
  const kept = memory.read("lessons", (value): value is object => value !== undefined);
  expect(kept).toEqual({
    "lesson-0": { passed: 1, steps: 1, at: 1 },
    "lesson-1": { passed: 1, steps: 1, at: 2 },
  });
});
