import type { AdmissionWebhook, AdmissionWebhookResponse, AdmissionWebhooks } from "../client/admission-webhook.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Value } from "../cel/values/value.ts";
import { LessonError } from "./lesson-error.ts";
import type { Lesson, LessonWebhook } from "./lesson.ts";

/** The parts that an answer may have. */
export const noAnswer: LessonWebhook = { allowed: "", message: "", patch: "", warnings: "", auditAnnotations: "" };

/**
 * Returns the functions that take the place of admission webhooks on the server of a lesson. They evaluate the
 * expressions of the front matter, within the cost limit of a policy's expression, and do nothing else.
 */
export const lessonWebhooks = ({ server }: Pick<Lesson, "server">): AdmissionWebhooks =>
  new Map(Object.entries(server.webhooks).map(([name, webhook]) => [name, answering(webhook)]));

/** Throws a LessonError at the line of an expression that does not compile. */
export async function checkWebhooks({ file, server, lines }: Lesson): Promise<void> {
  const webhooks = Object.entries(server.webhooks);
  if (webhooks.length === 0) return;
  const { compile } = await loadCel();
  const check = (path: string, expression: string): void => {
    try {
      compile(expression);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      throw new LessonError(file, lines.get(path) ?? 1, `${path}: ${words}`, { cause: error });
    }
  };
  for (const [name, webhook] of webhooks)
    for (const [part, expression] of Object.entries(webhook))
      if (expression !== "") check(`server.webhooks.${name}.${part}`, expression);
}

const answering =
  (webhook: LessonWebhook): AdmissionWebhook =>
  async ({ request = null }) => {
    const { evaluate } = await loadCel();
    const part = (name: keyof LessonWebhook): JsonValue | undefined =>
      webhook[name] === "" ? undefined : evaluate(webhook[name], request);
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

interface LoadedCel {
  /** Throws what is wrong with an expression. */
  readonly compile: (expression: string) => unknown;
  /** Evaluates an expression over a request; throws what is wrong with it. */
  readonly evaluate: (expression: string, request: JsonValue) => JsonValue;
}

async function loadCel(): Promise<LoadedCel> {
  const [
    { createEnv },
    { librariesUpTo, perCallLimit, compatibilityMinor },
    { Program },
    types,
    values,
    json,
    { ListValue, MapValue },
    { EvalError },
  ] = await Promise.all([
    import("../cel/env/env.ts"),
    import("../cel/env/kubernetes.ts"),
    import("../cel/program.ts"),
    import("../cel/types/type.ts"),
    import("../cel/values/json.ts"),
    import("../cel/library/protobuf-json.ts"),
    import("../cel/values/value.ts"),
    import("../cel/values/eval-error.ts"),
  ]);
  // an answer mixes types, which the validators of Kubernetes' own environments forbid in literals
  const libraries = librariesUpTo(compatibilityMinor).map((library) => ({ ...library, validators: [] }));
  const env = createEnv(libraries).extend({ variables: [["request", types.dynType]] });
  return {
    compile: (expression) => env.compile(expression),
    evaluate(expression, request) {
      const variables = new Map([["request", values.jsonValue(request)]]);
      const { value } = new Program(env.compile(expression), env, { costLimit: perCallLimit }).evaluate(variables);
      return plain(json.protobufJson(value));
    },
  };

  function plain(value: Value | undefined): JsonValue {
    if (value instanceof EvalError) throw new Error(value.message);
    if (value instanceof ListValue) return value.toArray().map(plain);
    if (value instanceof MapValue)
      return Object.fromEntries(value.keys().map((key) => [String(key), plain(value.find(key))]));
    return value as JsonValue;
  }
}
