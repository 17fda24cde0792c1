import type { CommentLine } from "../go/comment-groups.ts";
import { typeName, type GoType } from "../go/go-type.ts";

/** Pairs of tags that contradict each other, with the reason. */
const conflicts = [
  { tags: ["+k8s:optional", "+k8s:required"], reason: "fields cannot be both optional and required" },
  { tags: ["+default", "+k8s:required"], reason: "fields with default values are always optional" },
] as const;

function lintComments(comments: readonly CommentLine[]): readonly string[] {
  return conflicts.flatMap(({ tags, reason }) =>
    tags.every((tag) => comments.some(({ text }) => text.startsWith(tag)))
      ? [`conflicting tags: {${tags.join(", ")}}: ${reason}`]
      : [],
  );
}

/** A warning of the generator's linter, with the line of the field or type. */
export interface LintWarning {
  readonly text: string;
  readonly line: number;
}

/** Returns the warnings of types and all that they use, and the generator's report (validation-gen's linter). */
export function lint(roots: readonly GoType[]): {
  readonly report?: string;
  readonly warnings: readonly LintWarning[];
} {
  const byType = new Map<GoType, string[]>();
  const warnings: LintWarning[] = [];
  const seen = new Set<GoType>();
  const visit = (type: GoType | undefined): void => {
    if (type === undefined || seen.has(type)) return;
    seen.add(type);
    const add = (prefix: string, comments: readonly CommentLine[], line: number): void => {
      for (const message of lintComments(comments)) {
        byType.set(type, [...(byType.get(type) ?? []), prefix + message]);
        warnings.push({ text: prefix + message, line });
      }
    };
    add("", type.comments, type.line);
    visit(type.kind === "Alias" ? type.underlying : undefined);
    for (const member of type.members) {
      add(`field ${member.name}: `, member.comments, member.line);
      visit(member.type);
    }
    visit(type.key);
    visit(type.elem);
  };
  roots.forEach(visit);
  if (byType.size === 0) return { warnings };
  const lines = [...byType].flatMap(([type, messages]) => [
    `  type ${typeName(type)}:`,
    ...messages.map((message) => `    ${message}`),
  ]);
  return { report: ["lint failed:", ...lines].join("\n"), warnings };
}
