import type { Exchange, Handle } from "../../component-base/exchange.ts";
import { isReview } from "../../component-base/trace.ts";
import { newStatusAnswer } from "../../worker/link/unavailable.ts";

const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const changesNothing = ({ method, target }: Pick<Exchange, "method" | "target">): boolean => {
  const [path = "", query = ""] = target.split("?", 2);
  return readMethods.has(method) || isReview(path) || new URLSearchParams(query).getAll("dryRun").includes("All");
};

/** Refuses requests that would change objects. Dry runs and reviews are let through. */
export const withReadOnly =
  (handle: Handle): Handle =>
  (exchange) =>
    changesNothing(exchange)
      ? handle(exchange)
      : Promise.resolve(newStatusAnswer(403, "Forbidden", "this page shows objects and does not change them"));
