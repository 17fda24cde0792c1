import type { Clock } from "../../apimachinery/clock.ts";
import type { CelCalls, CelRequest } from "../../client/cel.ts";
import { advise } from "./bound-advice.ts";
import { complete } from "./completion.ts";
import { hover } from "./hover.ts";
import { describeCompiled, describeIssues, examine } from "./lab-check.ts";
import { explainOnce, runAll } from "./lab-run.ts";
import { loadRegexEngine, mayMatchPatterns } from "../schema/cel/load-regex-engine.ts";

/** The Inspector's CEL calls, on the engine that the server's own expressions use. */
export function createCelCalls(clock: Clock): CelCalls {
  const ready = async <T>({ expression }: CelRequest, answer: () => T): Promise<T> => {
    if (mayMatchPatterns(expression)) await loadRegexEngine();
    return answer();
  };
  return {
    celCheck: (request) =>
      ready(request, () => {
        const { compiled, issues } = examine(request);
        return compiled === undefined ? describeIssues(issues) : describeCompiled(compiled);
      }),
    celComplete: (request, offset) => ready(request, () => complete(request, offset)),
    celHover: (request, offset) => ready(request, () => hover(request, offset)),
    celExplain: (request, inputs) => ready(request, () => explainOnce(request, inputs, clock)),
    celRun: (request, inputs) => ready(request, () => runAll(request, inputs, clock)),
    celAdvise: (request) => ready(request, () => advise(request)),
  };
}
