import { messageOf } from "../apimachinery/message-of.ts";
import type { AdmissionWebhook, AdmissionWebhookResponse, AdmissionWebhooks } from "../client/admission-webhook.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { conversionVariables } from "./conversions.ts";
import { loadExpressions } from "./expressions.ts";
import { LessonError } from "./lesson-error.ts";
import type { Lesson, LessonWebhook } from "./lesson.ts";

const webhookVariables = ["request"] as const;

/** The parts that an answer may have. */
export const noAnswer: LessonWebhook = { allowed: "", message: "", patch: "", warnings: "", auditAnnotations: "" };

/**
 * Returns the functions that take the place of admission webhooks on the server of a lesson. They evaluate the
 * expressions of the front matter, within the cost limit of a policy's expression, and do nothing else.
 */
export const lessonWebhooks = ({ server }: Pick<Lesson, "server">): AdmissionWebhooks =>
  new Map(Object.entries(server.webhooks).map(([name, webhook]) => [name, answering(webhook)]));

/** Throws a LessonError at the line of an expression of a webhook or a conversion that does not compile. */
export async function checkExpressions({ file, server, lines }: Lesson): Promise<void> {
  const written = [
    ...Object.entries(server.webhooks).flatMap(([name, webhook]) =>
      Object.entries(webhook).map(
        ([part, expression]) => [`webhooks.${name}.${part}`, expression, webhookVariables] as const,
      ),
    ),
    ...Object.entries(server.conversions).map(
      ([name, expression]) => [`conversions.${name}`, expression, conversionVariables] as const,
    ),
  ];
  for (const [path, expression, names] of written) {
    if (expression === "") continue;
    const { compile } = await loadExpressions(names);
    try {
      compile(expression);
    } catch (error) {
      const words = messageOf(error);
      throw new LessonError(file, lines.get(`server.${path}`) ?? 1, `server.${path}: ${words}`, { cause: error });
    }
  }
}

const answering =
  (webhook: LessonWebhook): AdmissionWebhook =>
  async ({ request = null }) => {
    const { evaluate } = await loadExpressions(webhookVariables);
    const part = (name: keyof LessonWebhook): JsonValue | undefined =>
      webhook[name] === "" ? undefined : evaluate(webhook[name], { request });
    const message = part("message");
    const [patch, warnings, annotations] = [part("patch"), part("warnings"), part("auditAnnotations")];
    const response: AdmissionWebhookResponse = {
      allowed: part("allowed") !== false,
      ...(typeof message === "string" && { status: { message } }),
      ...(Array.isArray(patch) && { patch }),
      ...(Array.isArray(warnings) && { warnings: warnings.map(String) }),
      ...(isRecord(annotations) && { auditAnnotations: textsOf(annotations) }),
    };
    return response;
  };

const textsOf = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
