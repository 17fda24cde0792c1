import { actualSize } from "./actual-size.ts";
import type { CallCosts } from "./call-costs.ts";
import { addRanges, fixed, listCreation, scaleRange, stringTraversal, structCreation, type Range } from "./estimate.ts";

/** Requirements a selector has for each of its characters, at most. */
const requirementsPerCharacter = 0.5;

/** Parsing a selector and making a list of its requirements. */
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
