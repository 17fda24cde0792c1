import type { KubeObject } from "../../../apimachinery/meta.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { hasBindings, type PolicyText, type RoleDocument } from "./model/policy-text.ts";
import { usePage, type Page } from "../../state/page.ts";
import { placeFindings } from "../../texts/place-findings.ts";
import { findingsOfWarnings, type Problem } from "../../texts/problem.ts";
import { errorsAmong, problemsOfWrite, unreadable, type TextCheck } from "../../workbench/text-pane.tsx";
import { NotServed, writeDocument } from "./write-policy.ts";

/** What the server says of a text. */
export interface PolicyCheck extends TextCheck {
  /** Whether all documents are stored as they are written. */
  readonly installed: boolean;
  /** Whether an object of the policy's name is stored. */
  readonly exists: boolean;
  /** The kind of the policy, if the server does not serve it. */
  readonly unserved?: string;
}

const waiting: PolicyCheck = { kind: "waiting", problems: [], installed: false, exists: false };

/** Dry-runs the documents of a text and checks the types of its expressions, after a pause in typing. */
export function usePolicyCheck(owner: string, text: PolicyText | undefined, against: unknown): PolicyCheck {
  const page = usePage();
  const check = useLatestAnswer(
    (signal) => text && checkText(page, owner, text, signal),
    [page, owner, text, against], // oxlint-disable-line react-hooks/exhaustive-deps -- what is stored changes the answer
    250,
  );
  return check ?? waiting;
}

async function checkText(page: Page, owner: string, text: PolicyText, signal: AbortSignal): Promise<PolicyCheck> {
  const { policy, trouble, bindings, objects } = text;
  if (trouble?.trouble !== undefined)
    return { ...waiting, kind: "unreadable", problems: [unreadable(trouble.trouble)] };
  if (policy === undefined) return { ...waiting, kind: "empty" };
  const checked = await Promise.all(
    [policy, ...bindings, ...objects].map((document) => checkDocument(page, owner, document, signal)),
  );
  const types = hasBindings(policy.kind) ? await typeProblems(page, owner, policy) : [];
  const problems = [...checked.flatMap((one) => one.problems), ...types].toSorted((a, b) => a.line - b.line);
  const unserved = checked.find((one) => one.unserved !== undefined)?.unserved;
  return {
    kind: errorsAmong(problems) > 0 || unserved !== undefined ? "refused" : "accepted",
    problems,
    installed: checked.every((one) => one.same),
    exists: checked[0]?.live !== undefined,
    ...(unserved !== undefined && { unserved }),
  };
}

interface CheckedDocument {
  readonly problems: readonly Problem[];
  readonly live: KubeObject | undefined;
  /** Whether the document is stored as it is written. */
  readonly same: boolean;
  readonly unserved?: string;
}

async function checkDocument(
  page: Page,
  owner: string,
  document: RoleDocument,
  signal: AbortSignal,
): Promise<CheckedDocument> {
  const text = { owner, document: document.index };
  try {
    const { object, live, warnings } = await writeDocument(page, document.value, { dryRun: true, signal });
    const same = live !== undefined && object.metadata.resourceVersion === live.metadata.resourceVersion;
    return { problems: await placeFindings(page, text, findingsOfWarnings(warnings)), live, same };
  } catch (error) {
    const nothing = { live: undefined, same: false };
    if (error instanceof NotServed && hasBindings(document.kind.replace(/Binding$/, "")))
      return { ...nothing, problems: [], unserved: document.kind };
    return { ...nothing, problems: await problemsOfWrite(page, text, error) };
  }
}

async function typeProblems(page: Page, owner: string, policy: RoleDocument): Promise<readonly Problem[]> {
  const warnings = await page.inspect.policyTypes(policy.value).catch(() => []); // the dry run says what is wrong
  return placeFindings(
    page,
    { owner, document: policy.index },
    warnings.map(({ fieldRef, warning }) => ({ tone: "warning", field: fieldRef, message: warning.trim() })),
  );
}
