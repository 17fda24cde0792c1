import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage, type Page } from "../../state/page.ts";
import { RefusedWrite, type Stored } from "../../data/write-object.ts";
import { writeDefinition } from "./definition-requests.ts";
import { stepsInDefinition } from "./model/field-steps.ts";
import { placeFindings } from "../../texts/place-findings.ts";
import { findingsOfWarnings, type Problem } from "../../texts/problem.ts";
import { problemsOfWrite, unreadable } from "../../workbench/text-pane.tsx";
import type { Reading } from "../../texts/use-reading.ts";

/** The result of validating a text with a dry run. */
export type Check =
  | { readonly kind: "waiting"; readonly problems: readonly Problem[] }
  | { readonly kind: "empty"; readonly problems: readonly Problem[] }
  | { readonly kind: "unreadable"; readonly problems: readonly Problem[] }
  | { readonly kind: "refused"; readonly problems: readonly Problem[]; readonly status: Status | undefined }
  | { readonly kind: "accepted"; readonly problems: readonly Problem[]; readonly object: KubeObject };

const waiting: Check = { kind: "waiting", problems: [] };

export interface Trial {
  /** The owner of the text, as used for parsing. */
  readonly owner: string;
  readonly reading: Reading | undefined;
  readonly document: number;
  /** Undefined if validation is not possible. */
  readonly attempt: ((manifest: unknown, signal: AbortSignal) => Promise<Stored>) | undefined;
  /** The dry run is repeated when this changes. */
  readonly against: unknown;
}

/** Dry-runs a text after a pause in typing. Outdated responses are ignored. */
export function useTrial({ owner, reading, document, attempt, against }: Trial): Check {
  const page = usePage();
  const check = useLatestAnswer(
    (signal) => reading && tryText(page, { owner, reading, document, attempt }, signal),
    [page, owner, reading, document, against], // oxlint-disable-line react-hooks/exhaustive-deps -- attempt is made anew at each drawing
    250,
  );
  return check ?? waiting;
}

/** Dry-runs a definition, as an update if one with its name is installed. */
export function useCheck(
  owner: string,
  reading: Reading | undefined,
  document: number,
  live: KubeObject | undefined,
): Check {
  const page = usePage();
  return useTrial({
    owner,
    reading,
    document,
    against: live?.metadata.resourceVersion,
    attempt: (manifest, signal) => writeDefinition(page, { manifest, live, dryRun: true, signal }),
  });
}

async function tryText(
  page: Page,
  { owner, reading, document, attempt }: Omit<Trial, "against" | "reading"> & { readonly reading: Reading },
  signal: AbortSignal,
): Promise<Check> {
  const found = reading.documents[document];
  if (found === undefined) return { kind: "empty", problems: [] };
  if (found.trouble !== undefined) return { kind: "unreadable", problems: [unreadable(found.trouble)] };
  if (attempt === undefined) return waiting;
  const stepsOf = (field: string) => stepsInDefinition(field, found.value);
  const text = { owner, document, stepsOf };
  try {
    const { object, warnings } = await attempt(found.value, signal);
    return { kind: "accepted", object, problems: await placeFindings(page, text, findingsOfWarnings(warnings)) };
  } catch (error) {
    const status = error instanceof RefusedWrite ? error.status : undefined;
    return { kind: "refused", status, problems: await problemsOfWrite(page, text, error) };
  }
}
