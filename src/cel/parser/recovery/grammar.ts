import { tokens as t } from "../token.ts";

/** An element of a grammar rule. Each element is a distinct object, since it represents a state of the ANTLR parser. */
export type Piece =
  | { readonly kind: "token"; readonly tokens: readonly number[]; readonly label: Label | undefined }
  | { readonly kind: "rule"; readonly rule: RuleName; readonly precedence: number; readonly label: Label }
  | { readonly kind: "optional"; readonly body: readonly Piece[] }
  | {
      readonly kind: "loop";
      readonly body: readonly Piece[];
      readonly decision: LoopDecision;
      readonly precedence: number;
      /** Whether each round makes a new node around the previous one: at once, or after choosing an alternative. */
      readonly wraps: "round" | "choice" | undefined;
    }
  | { readonly kind: "repeat"; readonly token: Piece; readonly decision: LoopDecision }
  | {
      readonly kind: "choice";
      readonly alternatives: readonly (readonly Piece[])[];
      readonly decision: ChoiceDecision;
    };

/** The name of a part of a node. */
export type Label = "left" | "part" | "name" | "op" | "colon" | "sign" | "optional" | "leadingDot" | "args";

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

const token = (...kinds: readonly number[]): Piece => ({ kind: "token", tokens: kinds, label: undefined });
const labeled = (label: Label, ...kinds: readonly number[]): Piece => ({ kind: "token", tokens: kinds, label });
const rule = (name: RuleName, precedence = 0, label: Label = "part"): Piece => ({
  kind: "rule",
  rule: name,
  precedence,
  label,
});
const optional = (...body: readonly Piece[]): Piece => ({ kind: "optional", body });
const loop = (decision: LoopDecision, body: readonly Piece[], precedence = 0, wraps?: "round" | "choice"): Piece => ({
  kind: "loop",
  body,
  decision,
  precedence,
  wraps,
});
const choice = (decision: ChoiceDecision, ...alternatives: readonly (readonly Piece[])[]): Piece => ({
  kind: "choice",
  alternatives,
  decision,
});
const repeat = (kind: number, decision: LoopDecision): Piece => ({
  kind: "repeat",
  token: labeled("op", kind),
  decision,
});

const relationOperators = [t.equals, t.notEquals, t.in, t.less, t.lessEquals, t.greaterEquals, t.greater];

/** The grammar, with left recursion rewritten as loops. A loop with a precedence ends in contexts that bind tighter. */
export const grammar: Readonly<Record<RuleName, readonly Piece[]>> = {
  start: [rule("expr"), token(t.endOfFile)],
  expr: [rule("or"), optional(labeled("op", t.question), rule("or"), token(t.colon), rule("expr"))],
  or: [rule("and"), loop("next", [labeled("op", t.or), rule("and")])],
  and: [rule("relation"), loop("next", [labeled("op", t.and), rule("relation")])],
  relation: [rule("calc"), loop("next", [labeled("op", ...relationOperators), rule("relation", 2)], 1, "round")],
  calc: [
    rule("unary"),
    loop(
      "next",
      [
        choice(
          "next",
          [labeled("op", t.star, t.slash, t.percent), rule("calc", 3)],
          [labeled("op", t.minus, t.plus), rule("calc", 2)],
        ),
      ],
      1,
      "choice",
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
    loop(
      "next",
      [
        choice(
          "member",
          [labeled("op", t.dot), optional(labeled("optional", t.question)), rule("escapeIdent")],
          [
            token(t.dot),
            labeled("name", t.identifier),
            labeled("op", t.leftParen),
            optional(rule("exprList", 0, "args")),
            token(t.rightParen),
          ],
          [
            labeled("op", t.leftBracket),
            optional(labeled("optional", t.question)),
            rule("expr"),
            token(t.rightBracket),
          ],
        ),
      ],
      0,
      "choice",
    ),
  ],
  primary: [
    choice(
      "primary",
      [optional(labeled("leadingDot", t.dot)), labeled("name", t.identifier)],
      [
        optional(labeled("leadingDot", t.dot)),
        labeled("name", t.identifier),
        labeled("op", t.leftParen),
        optional(rule("exprList", 0, "args")),
        token(t.rightParen),
      ],
      [token(t.leftParen), rule("expr"), token(t.rightParen)],
      [labeled("op", t.leftBracket), optional(rule("listInit")), optional(token(t.comma)), token(t.rightBracket)],
      [labeled("op", t.leftBrace), optional(rule("mapList")), optional(token(t.comma)), token(t.rightBrace)],
      [
        optional(labeled("leadingDot", t.dot)),
        labeled("name", t.identifier),
        loop("next", [token(t.dot), labeled("name", t.identifier)]),
        labeled("op", t.leftBrace),
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
    rule("optField", 0, "name"),
    labeled("colon", t.colon),
    rule("expr"),
    loop("comma", [token(t.comma), rule("optField", 0, "name"), labeled("colon", t.colon), rule("expr")]),
  ],
  optField: [optional(labeled("optional", t.question)), rule("escapeIdent")],
  mapList: [
    rule("optExpr", 0, "name"),
    labeled("colon", t.colon),
    rule("expr"),
    loop("comma", [token(t.comma), rule("optExpr", 0, "name"), labeled("colon", t.colon), rule("expr")]),
  ],
  escapeIdent: [choice("next", [labeled("name", t.identifier)], [labeled("name", t.escapedIdentifier)])],
  optExpr: [optional(labeled("optional", t.question)), rule("expr")],
  literal: [
    choice(
      "next",
      [optional(labeled("sign", t.minus)), labeled("name", t.int)],
      [labeled("name", t.uint)],
      [optional(labeled("sign", t.minus)), labeled("name", t.float)],
      [labeled("name", t.string)],
      [labeled("name", t.bytes)],
      [labeled("name", t.true)],
      [labeled("name", t.false)],
      [labeled("name", t.null)],
    ),
  ],
};
