import { forbidden, invalid, PrintedValue, withOrigin } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import {
  concreteType,
  isDirectComparable,
  isNilable,
  nativeType,
  pointerTo,
  printedType,
  typeName,
} from "../go/go-type.ts";
import { memberByJson } from "../go/json-fields.ts";
import { unquoted } from "../go/scanner.ts";
import { childPath, type TagContext, type TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import { isEmpty, type Check, type Validations } from "../generator/validations.ts";
import { namedArg, type Tag } from "../tags/tag.ts";
import { equalityOf, semanticEqual } from "../validate/equality.ts";
import { nilDereference } from "../validate/go-panic.ts";
import { fieldOf } from "../validate/go-value.ts";
import { encodeGo } from "../validate/json-value.ts";
import type { GoType, Member } from "../go/go-type.ts";

/** Returns the tag that is the payload; the parser and the registry have seen that there is one. */
export function payloadTag(tag: Tag): Tag {
  if (tag.valueTag === undefined) throw nilDereference();
  return tag.valueTag;
}

function subfieldCheck(struct: GoType, member: Member, jsonName: string, inner: Check): Check {
  return {
    ...inner,
    cohort: jsonName,
    hasArgs: true,
    refusal: (type) =>
      concreteType(type) === struct
        ? (inner.refusal?.(member.type) ?? undefined)
        : `type *${typeName(type)} of obj does not match *${typeName(struct)}`,
    run(op, path, _, value, old) {
      if (value === undefined) throw nilDereference();
      const field = fieldOf(value, member.name);
      const oldField = fieldOf(old, member.name);
      if (op.type === "update" && semanticEqual(member.type, field, oldField, true)) return [];
      return inner.run(op, path.child(jsonName), member.type, field, oldField);
    },
  };
}

const noVariables = (validations: Validations): void => {
  if ((validations.variables ?? []).length > 0) throw new TagError("variable generation is not supported");
};

function immutableCheck(context: TagContext): Check {
  const isCompared = isDirectComparable(concreteType(context.type));
  return {
    run(op, path, type, value, old) {
      if (op.type !== "update") return [];
      const same = isCompared
        ? value === old || (value !== undefined && old !== undefined && equalityOf(type)(value, old))
        : semanticEqual(type, value, old, true);
      return same ? [] : [forbidden(path, "field is immutable")];
    },
  };
}

function fixedResult(tag: Tag, result: boolean): Check {
  let shortCircuit = false;
  let nonError = false;
  for (const flag of (namedArg(tag, "flags")?.value.split(",") ?? []).map((text) => text.trim())) {
    if (flag === "ShortCircuit") shortCircuit = true;
    else if (flag === "NonError") nonError = true;
    else throw new TagError(`can't decode tag payload: unknown flag: ${quoteGo(flag)}`);
  }
  const message = tag.valueType === "string" ? unquoted(tag.value) : "";
  const wanted = namedArg(tag, "typeArg")?.value ?? "";
  return {
    shortCircuit,
    nonError,
    hasArgs: true,
    refusal: (type) => refuseTypeArgument(type, wanted),
    run: (_, path, type, value) =>
      result
        ? []
        : [
            withOrigin(
              invalid(path, new PrintedValue(encodeGo(type, value)), `forced failure: ${message}`),
              "validateFalse",
            ),
          ],
  };
}

/** A type argument must be the type of the value, behind a pointer. */
function refuseTypeArgument(type: GoType, wanted: string): string | undefined {
  if (wanted === "") return undefined;
  const given = wanted.startsWith("*") ? wanted : `*${wanted}`;
  const found = printedType(isNilable(type) ? type : pointerTo(type));
  if (given === found || given === found.replace(/^(\*?)[a-z0-9]+\./, "$1")) return undefined;
  return `cannot use obj (variable of type ${found}) as ${given} value in argument to validate.FixedResult[${given}]`;
}

/** Tags around other tags, and those for the whole value (subfield.go, immutable.go, options.go, testing.go). */
export const nestingRules: readonly TagRule[] = [
  {
    name: "k8s:subfield",
    scopes: "anywhere",
    args: [{ name: "", type: "string", required: true, description: "the field's JSON name" }],
    payload: "tag",
    payloadRequired: true,
    description: "A rule for a field of the struct, which must be a direct one.",
    validations(context, { tag, source }, state) {
      const struct = concreteType(context.type);
      if (struct.kind !== "Struct") throw new TagError("can only be used on struct types");
      const jsonName = tag.args[0]?.value ?? "";
      const member = memberByJson(struct, jsonName);
      if (member === undefined) throw new TagError(`no field for json name ${quoteGo(jsonName)}`);
      const path = childPath(context.path, jsonName);
      const inner = state.extract(
        { scope: "struct fields", type: member.type, parentPath: context.path, member, path },
        [{ tag: payloadTag(tag), source }],
      );
      noVariables(inner);
      return { checks: inner.checks.map((check) => subfieldCheck(struct, member, unquoted(jsonName), check)) };
    },
  },
  {
    name: "k8s:immutable",
    scopes: ["type definitions", "struct fields", "map values", "list values"],
    description: "The value must not change once it is stored.",
    validations: (context) => ({ checks: [immutableCheck(context)] }),
  },
  {
    name: "k8s:opaqueType",
    scopes: "anywhere",
    description: "The rules of the value's type do not apply here; needed for types of packages without rules.",
    validations: () => ({ checks: [], opaque: true }),
  },
  ...([true, false] as const).map((enabled): TagRule => ({
    name: enabled ? "k8s:ifEnabled" : "k8s:ifDisabled",
    since: "1.35",
    scopes: ["type definitions", "struct fields", "list values", "map keys", "map values"],
    args: [{ name: "", type: "string", required: true, description: "the option" }],
    payload: "tag",
    payloadRequired: true,
    description: `A rule that applies only if an option is ${enabled ? "enabled" : "disabled"}.`,
    validations(context, { tag, source }, state) {
      const option = tag.args[0]?.value ?? "";
      const inner = state.extract(context, [{ tag: payloadTag(tag), source }]);
      const checks = inner.checks.map((check): Check => conditional(check, unquoted(option), enabled));
      return { checks, variables: checks.flatMap(() => inner.variables ?? []) };
    },
  })),
  ...([true, false] as const).map((result): TagRule => ({
    name: result ? "k8s:validateTrue" : "k8s:validateFalse",
    scopes: "anywhere",
    args: [
      { name: "flags", type: "string", description: "ShortCircuit, NonError" },
      { name: "typeArg", type: "string", description: "the type of the value" },
    ],
    payload: "string",
    description: result ? "Passes always; for tests." : "Fails always; for tests.",
    validations: (_, { tag }) => ({ checks: [fixedResult(tag, result)] }),
  })),
  {
    name: "k8s:validateError",
    scopes: "anywhere",
    payload: "string",
    description: "Generation fails always; for tests.",
    validations(_, { tag }) {
      throw new TagError(`forced error: ${quoteGo(tag.value)}`);
    },
  },
];

/** Runs a check only if an option is on or off; Go cannot do it for lists and maps. */
function conditional(check: Check, option: string, enabled: boolean): Check {
  return {
    ...check,
    cohort: undefined,
    hasArgs: true,
    refusal: (type) =>
      nativeType(type).kind === "Pointer" || !isNilable(type)
        ? check.refusal?.(type)
        : `in call to validate.IfOption, type ${typeName(type)} of obj does not match *T (cannot infer T and T)`,
    run: (op, ...rest) => (op.options.includes(option) === enabled ? check.run(op, ...rest) : []),
  };
}

/** Evaluates the payload of a tag for each value or key. */
export function elementValidations(validations: Validations): Validations {
  noVariables(validations);
  return validations;
}

/** Reports whether a tag has come to nothing at all. */
export const isNothing = (validations: Validations): boolean =>
  isEmpty(validations) &&
  validations.opaque !== true &&
  validations.opaqueKey !== true &&
  validations.opaqueVal !== true;
