import { largeSize } from "../../component-base/work.ts";
import type { Stored } from "./interface.ts";

/** Reports whether a stored object is so large that work on it pauses. */
export const isLargeObject = (stored: Pick<Stored<unknown>, "isLarge" | "text">): boolean =>
  stored.isLarge ?? stored.text.length >= largeSize;
