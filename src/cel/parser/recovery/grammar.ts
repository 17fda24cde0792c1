import { tokens as t } from "../token.ts";

/** An element of a grammar rule. Each element is a distinct object, since it represents a state of the ANTLR parser. */
export type Piece =
  | { readonly kind: "token"; readonly tokens: readonly number[] }
  | { readonly kind: "rule"; readonly rule: RuleName; readonly precedence: number }
  | { readonly kind: "optional"; readonly body: readonly Piece[] }
  | {
      readonly kind: "loop";
      readonly body: readonly Piece[];
      readonly decision: LoopDecision;
      readonly precedence: number;
    }
  | { readonly kind: "repeat"; readonly token: Piece; readonly decision: LoopDecision }
  | {
      readonly kind: "choice";
      readonly alternatives: readonly (readonly Piece[])[];
      readonly decision: ChoiceDecision;
    };

export type RuleName =
  | "start"
  | "expr"
  | "or"
  | "and"
  | "relation"
  | "calc"
  | "unary"
  | "member"
  | "primary"
  | "exprList"
  | "listInit"
  | "fieldList"
  | "optField"
  | "mapList"
  | "escapeIdent"
  | "optExpr"
  | "literal";

/** How the ANTLR parser decides whether to repeat a loop: by the next token, or by further lookahead. */
export type LoopDecision = "next" | "comma" | "minus";
/** How it chooses between alternatives. */
export type ChoiceDecision = "next" | "unary" | "primary" | "member";

const token = (...kinds: readonly number[]): Piece => ({ kind: "token", tokens: kinds });
const rule = (name: RuleName, precedence = 0): Piece => ({ kind: "rule", rule: name, precedence });
const optional = (...body: readonly Piece[]): Piece => ({ kind: "optional", body });
const loop = (decision: LoopDecision, body: readonly Piece[], precedence = 0): Piece => ({
  kind: "loop",
  body,
  decision,
  precedence,
});
const choice = (decision: ChoiceDecision, ...alternatives: readonly (readonly Piece[])[]): Piece => ({
  kind: "choice",
  alternatives,
  decision,
});
const repeat = (kind: number, decision: LoopDecision): Piece => ({ kind: "repeat", token: token(kind), decision });

const relationOperators = [t.equals, t.notEquals, t.in, t.less, t.lessEquals, t.greaterEquals, t.greater];

/** The grammar, with left recursion rewritten as loops. A loop with a precedence ends in contexts that bind tighter. */
export const grammar: Readonly<Record<RuleName, readonly Piece[]>> = {
  start: [rule("expr"), token(t.endOfFile)],
  expr: [rule("or"), optional(token(t.question), rule("or"), token(t.colon), rule("expr"))],
  or: [rule("and"), loop("next", [token(t.or), rule("and")])],
  and: [rule("relation"), loop("next", [token(t.and), rule("relation")])],
  relation: [rule("calc"), loop("next", [token(...relationOperators), rule("relation", 2)], 1)],
  calc: [
    rule("unary"),
    loop(
      "next",
      [choice("next", [token(t.star, t.slash, t.percent), rule("calc", 3)], [token(t.minus, t.plus), rule("calc", 2)])],
      1,
    ),
  ],
  unary: [
    choice(
      "unary",
      [rule("member")],
      [repeat(t.exclamation, "next"), rule("member")],
      [repeat(t.minus, "minus"), rule("member")],
    ),
  ],
  member: [
    rule("primary"),
    loop("next", [
      choice(
        "member",
        [token(t.dot), optional(token(t.question)), rule("escapeIdent")],
        [token(t.dot), token(t.identifier), token(t.leftParen), optional(rule("exprList")), token(t.rightParen)],
        [token(t.leftBracket), optional(token(t.question)), rule("expr"), token(t.rightBracket)],
      ),
    ]),
  ],
  primary: [
    choice(
      "primary",
      [optional(token(t.dot)), token(t.identifier)],
      [
        optional(token(t.dot)),
        token(t.identifier),
        token(t.leftParen),
        optional(rule("exprList")),
        token(t.rightParen),
      ],
      [token(t.leftParen), rule("expr"), token(t.rightParen)],
      [token(t.leftBracket), optional(rule("listInit")), optional(token(t.comma)), token(t.rightBracket)],
      [token(t.leftBrace), optional(rule("mapList")), optional(token(t.comma)), token(t.rightBrace)],
      [
        optional(token(t.dot)),
        token(t.identifier),
        loop("next", [token(t.dot), token(t.identifier)]),
        token(t.leftBrace),
        optional(rule("fieldList")),
        optional(token(t.comma)),
        token(t.rightBrace),
      ],
      [rule("literal")],
    ),
  ],
  exprList: [rule("expr"), loop("next", [token(t.comma), rule("expr")])],
  listInit: [rule("optExpr"), loop("comma", [token(t.comma), rule("optExpr")])],
  fieldList: [
    rule("optField"),
    token(t.colon),
    rule("expr"),
    loop("comma", [token(t.comma), rule("optField"), token(t.colon), rule("expr")]),
  ],
  optField: [optional(token(t.question)), rule("escapeIdent")],
  mapList: [
    rule("optExpr"),
    token(t.colon),
    rule("expr"),
    loop("comma", [token(t.comma), rule("optExpr"), token(t.colon), rule("expr")]),
  ],
  escapeIdent: [choice("next", [token(t.identifier)], [token(t.escapedIdentifier)])],
  optExpr: [optional(token(t.question)), rule("expr")],
  literal: [
    choice(
      "next",
      [optional(token(t.minus)), token(t.int)],
      [token(t.uint)],
      [optional(token(t.minus)), token(t.float)],
      [token(t.string)],
      [token(t.bytes)],
      [token(t.true)],
      [token(t.false)],
      [token(t.null)],
    ),
  ],
};
