import type { Exchange, Handle } from "../../component-base/exchange.ts";
import { newStatusAnswer } from "../../worker/link/unavailable.ts";

const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** The groups of reviews: a POST to them asks a question and stores nothing. */
const reviews = /^\/apis\/(authentication|authorization)\.k8s\.io\//;

const changesNothing = ({ method, target }: Pick<Exchange, "method" | "target">): boolean => {
  const [path = "", query = ""] = target.split("?", 2);
  return readMethods.has(method) || reviews.test(path) || new URLSearchParams(query).getAll("dryRun").includes("All");
};

/** Refuses requests that would change objects. Dry runs and reviews are let through. */
export const withReadOnly =
  (handle: Handle): Handle =>
  (exchange) =>
    changesNothing(exchange)
      ? handle(exchange)
      : Promise.resolve(newStatusAnswer(403, "Forbidden", "this page shows objects and does not change them"));
