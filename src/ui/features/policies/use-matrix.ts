import { useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { PolicyRequest, PolicyVerdict, WrittenPolicy } from "../../../client/policies.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { webhookFunctions } from "../../functions/webhook-functions.ts";
import { usePage, type Page } from "../../state/page.ts";
import { textsOf } from "../../texts/texts.ts";
import { troubleOf, valueOf } from "../../workbench/fixtures.tsx";

/** The verdicts of all policies on the fixtures, as far as they are known. */
export interface Matrix {
  /** A verdict for each policy, by fixture. */
  readonly rows: ReadonlyMap<string, readonly PolicyVerdict[]>;
  readonly running: boolean;
  readonly trouble: string;
}

const nothing: Matrix = { rows: new Map(), running: true, trouble: "" };

/** The number of fixtures that are evaluated between two drawings. */
const atOnce = 8;

/** Evaluates policies over fixtures in the worker, a few at a time, after a pause in typing. */
export function useMatrix(policies: readonly WrittenPolicy[], fixtures: readonly PolicyFixture[]): Matrix {
  const page = usePage();
  const registrations = webhookFunctions.use((state) => state.registrations);
  const [matrix, setMatrix] = useState<Matrix>(nothing);
  useEffect(() => {
    const control = new AbortController();
    const show = (next: Matrix): void => {
      if (!control.signal.aborted) setMatrix(next);
    };
    const cancel = page.clock.after(
      200,
      () =>
        void evaluate(page, policies, fixtures, show, control.signal).catch((error: unknown) =>
          show({ ...nothing, running: false, trouble: messageOf(error) }),
        ),
    );
    return () => {
      cancel();
      control.abort();
    };
  }, [page, policies, fixtures, registrations]);
  return matrix;
}

async function evaluate(
  page: Page,
  policies: readonly WrittenPolicy[],
  fixtures: readonly PolicyFixture[],
  show: (matrix: Matrix) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = await textsOf(page).parse(fixtures.flatMap(({ object, old }) => [object, old ?? ""]));
  const requests = new Map<string, PolicyRequest>();
  const rows = new Map<string, readonly PolicyVerdict[]>();
  const ready: string[] = [];
  for (const [i, fixture] of fixtures.entries()) {
    const trouble = [troubleOf(read[2 * i]), fixture.operation === "UPDATE" ? troubleOf(read[2 * i + 1]) : ""].find(
      Boolean,
    );
    if (trouble !== undefined)
      rows.set(
        fixture.id,
        policies.map(() => unreadable(`The fixture's ${trouble}`)),
      );
    else {
      requests.set(fixture.id, requestOf(fixture, valueOf(read[2 * i]), valueOf(read[2 * i + 1])));
      ready.push(fixture.id);
    }
  }
  for (let at = 0; at < ready.length && !signal.aborted; at += atOnce) {
    const ids = ready.slice(at, at + atOnce);
    const verdicts = await page.inspect.policyVerdicts(
      policies,
      ids.flatMap((id) => requests.get(id) ?? []),
    );
    for (const [i, id] of ids.entries()) rows.set(id, verdicts[i] ?? []);
    show({ rows: new Map(rows), running: at + atOnce < ready.length, trouble: "" });
  }
  if (ready.length === 0) show({ rows, running: false, trouble: "" });
}

function requestOf({ operation, user }: PolicyFixture, object: unknown, old: unknown): PolicyRequest {
  const by = user === undefined || user === "" ? {} : { user };
  switch (operation) {
    case "CREATE":
      return { operation, object, ...by };
    case "UPDATE":
      return { operation, object, old, ...by };
    case "DELETE":
      return { operation, old: object, ...by };
  }
}

const unreadable = (message: string): PolicyVerdict => ({
  outcome: "failed",
  message,
  warnings: [],
  annotations: {},
  expressions: [],
  cost: 0,
});
