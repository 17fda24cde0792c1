import type { Release, TagRule } from "../../../declarative-validation/generator/context.ts";
import { tagRules } from "../../../declarative-validation/generator/registry.ts";
import { formatNames } from "../../../declarative-validation/rules/format.ts";
import type { AssistCompletion, AssistItem, EditorAssist } from "../../../assist/editor-assist.ts";

const typeTags: readonly AssistItem[] = ["isSubresource", "supportsSubresource"].map((name) => ({
  label: `+k8s:${name}`,
  kind: "field",
  detail: "on types",
  documentation: "The subresource that a type is, or is also validated for.",
  insert: `+k8s:${name}=/`,
}));

/** Writes a tag as it is begun: with its arguments and payload. */
function inserted({ name, args = [], payload }: TagRule): string {
  const needed = args.filter((arg) => arg.required === true).map(() => '""');
  const listed = name === "k8s:item" ? '(name: "")' : needed.length > 0 ? `(${needed.join(", ")})` : "";
  return `+${name}${listed}${payload === "tag" ? "=+k8s:" : payload === undefined ? "" : "="}`;
}

const itemOf = (rule: TagRule): AssistItem => ({
  label: `+${rule.name}`,
  kind: "field",
  detail: `${rule.scopes === "anywhere" ? "anywhere" : rule.scopes.join(", ")}${rule.since === undefined ? "" : ` · v${rule.since}`}`,
  documentation: rule.description,
  insert: inserted(rule),
});

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  "k8s:listType": ["atomic", "map", "set"],
  "k8s:format": formatNames,
};

const valueItem = (value: string): AssistItem => ({
  label: value,
  kind: "value",
  detail: "",
  documentation: "",
  insert: value,
});

/** Completes tags in comments of Go source, and tells what they say. */
export function goAssist(release: Release): EditorAssist {
  const rules = tagRules(release);
  const items = [...[...rules.values()].map(itemOf), ...typeTags];
  return {
    async complete(text, _language, offset): Promise<AssistCompletion | undefined> {
      const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
      const value = /\+(k8s:\w+)=([\w-]*)$/.exec(line);
      const known = value?.[1] === undefined ? undefined : valuesOf[value[1]];
      if (known !== undefined)
        return { items: known.map(valueItem), start: offset - (value?.[2]?.length ?? 0), end: offset };
      const [, comment] = line.split(/\/\/(.*)/s);
      const tag =
        comment === undefined
          ? undefined
          : (/\+[\w:]*$/.exec(comment)?.[0] ?? (/\/\/\s*$/.test(line) ? "" : undefined));
      return tag === undefined ? undefined : { items, start: offset - tag.length, end: offset };
    },
    async hover(text, _language, offset) {
      const start = text.slice(0, offset).search(/\+[\w:]*$/);
      const name = start < 0 ? undefined : /^\+([\w:]+)/.exec(text.slice(start))?.[1];
      const rule = name === undefined ? undefined : rules.get(name);
      if (rule === undefined || name === undefined) return undefined;
      const scopes = rule.scopes === "anywhere" ? "anywhere" : rule.scopes.join(", ");
      return {
        start,
        end: start + name.length + 1,
        title: `+${name}`,
        words: [rule.description, `Where: ${scopes}.`],
      };
    },
    check: async () => [],
  };
}
