import { actualSize } from "./actual-size.ts";
import type { CallCosts } from "./call-costs.ts";
import { addRanges, fixed, listCreation, scaleRange, stringTraversal, structCreation, type Range } from "./estimate.ts";

/** The maximum number of requirements per character of a selector. */
const requirementsPerCharacter = 0.5;

/** Returns the cost of parsing a selector and of allocating the list of its requirements. */
function selectorCost(length: Range): Range {
  const requirements = scaleRange(length, requirementsPerCharacter);
  return addRanges(
    addRanges(fixed(listCreation), scaleRange(length, stringTraversal)),
    scaleRange(requirements, listCreation + structCreation),
  );
}

export const selectorCosts: CallCosts = {
  estimate: (call) => {
    const [selector] = call.args;
    return selector && { cost: selectorCost(call.sizeOf(selector)) };
  },
  actual: (_, selector) => Number(selectorCost(fixed(actualSize(selector))).max),
};
