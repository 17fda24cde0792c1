import { definitionCallsThrough, type DefinitionCalls } from "../../client/definitions.ts";
import type { DefinitionCallsOptions } from "./definition-calls.ts";

/** The Inspector's calls about definitions; their code is loaded on first use. */
export function createLateDefinitionCalls(options: DefinitionCallsOptions): DefinitionCalls {
  let calls: Promise<DefinitionCalls> | undefined;
  const load = async (): Promise<DefinitionCalls> =>
    (await import("./definition-calls.ts")).createDefinitionCalls(options);
  return definitionCallsThrough(async (call) => call(await (calls ??= load())));
}
