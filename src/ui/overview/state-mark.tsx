import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Level } from "../../diagnosis/diagnosis.ts";
import { summarize, type Summary } from "../../diagnosis/summarize.ts";
import { Badge, type Tone } from "../design/feedback.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import "./state-mark.css";

const tones: Readonly<Record<Level, Tone>> = { ok: "added", progressing: "info", warning: "warning", error: "error" };
const icons: Readonly<Record<Level, IconName>> = {
  ok: "check",
  progressing: "refresh",
  warning: "warning",
  error: "close",
};

/** A state in a word, with a sign and a colour of its level. */
export function StateMark({ state, level }: { readonly state: string; readonly level: Level }) {
  if (state === "") return null;
  return (
    <span className="kp-state-mark" data-level={level}>
      <Badge tone={tones[level]}>
        <Icon name={icons[level]} size={12} /> <span className="clip">{state}</span>
      </Badge>
    </span>
  );
}

/** How many parts are ready, where an object has parts: `2 of 3 ready`. */
export const readyWords = ({ ready }: Summary): string =>
  ready === undefined ? "" : `${ready.count} of ${ready.of} ready`;

/** The state of an object in one line, by the object alone. */
export function SummaryLine({ object }: { readonly object: KubeObject }) {
  const found = summarize(object);
  const ready = readyWords(found);
  const words = [found.reason, found.reason.includes(ready) ? "" : ready].filter((text) => text !== "").join(" · ");
  return (
    <>
      <StateMark state={found.state} level={found.level} />
      {words === "" ? null : (
        <span className="quiet small clip" title={words}>
          {words}
        </span>
      )}
    </>
  );
}
