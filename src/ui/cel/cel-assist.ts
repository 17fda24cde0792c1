import type { CelCompletion, CelHover } from "../../client/cel.ts";

/** Editor assistance for CEL expressions. The server answers the requests. */
export interface CelAssist {
  complete(expression: string, offset: number): Promise<CelCompletion>;
  hover(expression: string, offset: number): Promise<CelHover | undefined>;
}
