import type { CelCompletion, CelHover } from "../../client/cel.ts";

/** What helps while an expression is written; the answers come from the server. */
export interface CelAssist {
  complete(expression: string, offset: number): Promise<CelCompletion>;
  hover(expression: string, offset: number): Promise<CelHover | undefined>;
}
