/** Token kinds, numbered as in the grammar, because lists of expected tokens are in this order. */
export const tokens = {
  endOfFile: -1,
  equals: 1,
  notEquals: 2,
  in: 3,
  less: 4,
  lessEquals: 5,
  greaterEquals: 6,
  greater: 7,
  and: 8,
  or: 9,
  leftBracket: 10,
  rightBracket: 11,
  leftBrace: 12,
  rightBrace: 13,
  leftParen: 14,
  rightParen: 15,
  dot: 16,
  comma: 17,
  minus: 18,
  exclamation: 19,
  question: 20,
  colon: 21,
  plus: 22,
  star: 23,
  slash: 24,
  percent: 25,
  true: 26,
  false: 27,
  null: 28,
  float: 31,
  int: 32,
  uint: 33,
  string: 34,
  bytes: 35,
  identifier: 36,
  escapedIdentifier: 37,
} as const;

// oxfmt-ignore
const literalNames: readonly (readonly [number, string])[] = [
  [tokens.endOfFile, "<EOF>"], [tokens.equals, "'=='"], [tokens.notEquals, "'!='"], [tokens.in, "'in'"], [tokens.less, "'<'"], [tokens.lessEquals, "'<='"],
  [tokens.greaterEquals, "'>='"], [tokens.greater, "'>'"], [tokens.and, "'&&'"], [tokens.or, "'||'"], [tokens.leftBracket, "'['"], [tokens.rightBracket, "']'"],
  [tokens.leftBrace, "'{'"], [tokens.rightBrace, "'}'"], [tokens.leftParen, "'('"], [tokens.rightParen, "')'"], [tokens.dot, "'.'"], [tokens.comma, "','"],
  [tokens.minus, "'-'"], [tokens.exclamation, "'!'"], [tokens.question, "'?'"], [tokens.colon, "':'"], [tokens.plus, "'+'"], [tokens.star, "'*'"], [tokens.slash, "'/'"],
  [tokens.percent, "'%'"], [tokens.true, "'true'"], [tokens.false, "'false'"], [tokens.null, "'null'"], [tokens.float, "NUM_FLOAT"], [tokens.int, "NUM_INT"],
  [tokens.uint, "NUM_UINT"], [tokens.string, "STRING"], [tokens.bytes, "BYTES"], [tokens.identifier, "IDENTIFIER"], [tokens.escapedIdentifier, "ESC_IDENTIFIER"],
];

const names = new Map(literalNames);

/** Returns the name of a token kind in lists of expected tokens. */
export const tokenName = (kind: number): string => names.get(kind) ?? "<INVALID>";
