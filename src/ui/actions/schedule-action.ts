import { textAt } from "../../diagnosis/fields.ts";
import { nameOfSubject, type Action } from "./action.ts";
import { kubectlLine, mergePatch, patchOf, typedName } from "./requests.ts";

const scheduled = (schedule: string) => ({ spec: { schedule } });

/** Gives a CronJob another schedule. */
export const scheduleAction: Action = {
  id: "set-schedule",
  label: "Set the schedule of",
  words: "Its next Jobs start at these times; what runs goes on.",
  icon: "edit",
  kinds: ["batch/CronJob"],
  inputs: ({ object }) => [
    {
      id: "schedule",
      label: "Schedule",
      kind: "text",
      value: textAt(object, "spec.schedule"),
      hint: "Minute, hour, day, month, weekday: 0 3 * * *",
    },
  ],
  plan(subject, { schedule = "" }) {
    const before = textAt(subject.object, "spec.schedule");
    const body = scheduled(schedule);
    return {
      requests: [patchOf(subject, body, mergePatch)],
      kubectl: kubectlLine(subject, "patch", typedName(subject), "--type=merge", "-p", JSON.stringify(body)),
      done: `${nameOfSubject(subject)} runs by ${schedule}`,
      back: {
        words: `Setting it back to ${before}.`,
        requests: [patchOf(subject, scheduled(before), mergePatch)],
      },
      ...(schedule === before && { refused: "It is the schedule that it has." }),
    };
  },
};
