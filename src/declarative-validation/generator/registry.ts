import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { CommentLine } from "../go/comment-groups.ts";
import type { GoType } from "../go/go-type.ts";
import { eachRules } from "../rules/each.ts";
import { formatRule } from "../rules/format.ts";
import { itemRule, itemValidator } from "../rules/item.ts";
import { listRules, listValidator } from "../rules/lists.ts";
import { nestingRules } from "../rules/nesting.ts";
import { requirednessRules } from "../rules/requiredness.ts";
import { scalarRules } from "../rules/scalars.ts";
import { unionRules, unionValidator, zeroOrOneOfValidator } from "../rules/unions.ts";
import { extractTags } from "../tags/extract.ts";
import { parseTag } from "../tags/parse-tag.ts";
import { TagSyntaxError } from "../tags/tag-scanner.ts";
import { writtenArg, writtenTag, type Tag } from "../tags/tag.ts";
import { nilDereference } from "../validate/go-panic.ts";
import type { GeneratorState, Release, TagContext, TagRule } from "./context.ts";
import { TagError, withPrefix } from "./generation-error.ts";
import { fromTag, joinValidations, noValidations, type LocatedTag, type Validations } from "./validations.ts";

const allRules: readonly TagRule[] = [
  ...requirednessRules,
  ...scalarRules,
  ...nestingRules,
  ...listRules,
  ...eachRules,
  itemRule,
  ...unionRules,
  formatRule,
];

/** Run on types and fields after their tags, in the order of their names. */
const closingRules = [itemValidator, listValidator, unionValidator, zeroOrOneOfValidator];

/** Returns the tags that a release's generator evaluates, by name. */
export function tagRules(release: Release): ReadonlyMap<string, TagRule> {
  const known = allRules.filter((rule) => release === "1.35" || rule.since !== "1.35");
  return new Map(known.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((rule) => [rule.name, rule]));
}

/** Evaluates the tags of comments by the rules of a release (validation-gen's registry). */
export class Registry implements GeneratorState {
  readonly lists: GeneratorState["lists"] = new Map();
  readonly items: GeneratorState["items"] = new Map();
  readonly unions: GeneratorState["unions"] = new Map();
  readonly zeroOrOneOfs: GeneratorState["zeroOrOneOfs"] = new Map();
  readonly constants: ReadonlyMap<GoType, readonly string[]>;
  readonly #rules: ReadonlyMap<string, TagRule>;

  constructor(release: Release, constants: ReadonlyMap<GoType, readonly string[]>) {
    this.constants = constants;
    this.#rules = tagRules(release);
  }

  /** Reads the tags that have rules; others are ignored. Throws a TagError for one that cannot be read. */
  tagsOf(comments: readonly CommentLine[]): readonly LocatedTag[] {
    const found = extractTags(comments);
    return [...found.keys()]
      .filter((name) => this.#rules.has(name))
      .toSorted()
      .flatMap((name) => this.#parse(found.get(name) ?? []));
  }

  #parse(lines: readonly CommentLine[]): readonly LocatedTag[] {
    return lines.map(({ text, line }) => {
      try {
        const tag = parseTag(text);
        return { tag, source: { tag: `+${writtenTag(tag)}`, line } };
      } catch (error) {
        if (!(error instanceof TagSyntaxError)) throw error;
        const all = lines.map((other) => other.text).join(" ");
        throw new TagError(`failed to parse tags: ${error.message}: [${all}]`, line);
      }
    });
  }

  /** Returns what tags amount to in their place. Throws a TagError for a tag that is not allowed there. */
  extract(context: TagContext, tags: readonly LocatedTag[]): Validations {
    const sorted = tags.toSorted((a, b) => (a.tag.name < b.tag.name ? -1 : a.tag.name > b.tag.name ? 1 : 0));
    const isLate = ({ tag }: LocatedTag): boolean => this.#rules.get(tag.name)?.late === true;
    let all = noValidations;
    for (const located of [...sorted.filter((tag) => !isLate(tag)), ...sorted.filter(isLate)])
      all = joinValidations(all, fromTag(this.#evaluate(context, located), located.source));
    const kind =
      context.scope === "type definitions" ? "type" : context.scope === "struct fields" ? "field" : undefined;
    if (kind === undefined) return all;
    for (const rule of closingRules)
      all = joinValidations(
        all,
        withPrefix(`${kind} validator ${quoteGo(rule.name)}`, () => rule.validations(context, this)),
      );
    return all;
  }

  #evaluate(context: TagContext, located: LocatedTag): Validations {
    const { tag, source } = located;
    const rule = this.#rules.get(tag.name);
    if (rule === undefined) throw nilDereference();
    if (rule.scopes !== "anywhere" && !rule.scopes.includes(context.scope))
      throw new TagError(`tag ${quoteGo(tag.name)} cannot be specified on ${context.scope}`, source.line);
    return withPrefix(
      `tag ${quoteGo(tag.name)}`,
      () => {
        checkForm(tag, rule);
        return rule.validations(context, located, this);
      },
      source.line,
    );
  }
}

/** Compares a tag's arguments and payload with what its rule takes (validation-gen's typeCheck). */
function checkForm(tag: Tag, rule: TagRule): void {
  for (const { name, type, required } of rule.args ?? []) {
    const arg = tag.args.find((given) => given.name === name);
    if (arg !== undefined && arg.type !== type)
      throw new TagError(`argument ${quoteGo(writtenArg(arg))} has wrong type: got ${arg.type}, want ${type}`);
    if (arg === undefined && required === true)
      throw new TagError(
        name === ""
          ? `missing required positional argument of type ${type}`
          : `missing named argument ${quoteGo(name)} of type ${type}`,
      );
  }
  const unknown = tag.args.find(({ name }) => !rule.args?.some((arg) => arg.name === name));
  if (unknown !== undefined && rule.acceptsUnknownArgs !== true)
    throw new TagError(`unrecognized named argument ${quoteGo(writtenArg(unknown))}`);
  const wanted = rule.payload ?? "";
  if (tag.valueType === "") {
    if (rule.payloadRequired === true) throw new TagError(`missing required tag value of type ${wanted}`);
  } else if (wanted !== "raw" && tag.valueType !== wanted)
    throw new TagError(`tag value has wrong type: got ${tag.valueType}, want ${wanted}`);
}
