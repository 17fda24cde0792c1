import { call, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { Scanner } from "./scanner.ts";
import type { Token } from "./token.ts";
import { parserError, YamlError, type Mark } from "./yaml-error.ts";
import type { YamlNode } from "./yaml-node.ts";

const coreTags = "tag:yaml.org,2002:";

type Types = ReadonlySet<Token["type"]>;

const types = (...names: Token["type"][]): Types => new Set(names);
const afterEntry = types("blockEntry", "blockEnd");
const afterIndentlessEntry = types("blockEntry", "key", "value", "blockEnd");
const afterBlockKey = types("key", "value", "blockEnd");
const afterFlowPairKey = types("value", "flowEntry", "flowSequenceEnd");
const afterFlowPairValue = types("flowEntry", "flowSequenceEnd");
const afterFlowKey = types("value", "flowEntry", "flowMappingEnd");
const afterFlowValue = types("flowEntry", "flowMappingEnd");
const contentEnds = types("versionDirective", "tagDirective", "documentStart", "documentEnd", "streamEnd");

/** The tag and anchor of a node. */
interface Properties {
  readonly start: Mark;
  readonly tag: string;
  readonly anchor: string | undefined;
}

type Build<T extends YamlNode["kind"]> = Extract<YamlNode, { kind: T }>;

/** Parses the first document of a text with libyaml's grammar of YAML 1.1. */
class Parser {
  readonly #scanner: Scanner;
  readonly #anchors = new Map<string, YamlNode>();
  readonly #tagPrefixes = new Map<string, string>();

  constructor(text: string, failure?: YamlError) {
    this.#scanner = new Scanner(text, failure);
  }

  /** Returns the root node, or undefined if the text has no document. */
  *document(): Walk<YamlNode | undefined> {
    const first = this.#scanner.peek();
    if (first.type === "streamEnd") return undefined;
    const explicit =
      first.type === "versionDirective" || first.type === "tagDirective" || first.type === "documentStart";
    this.#directives();
    const root = yield* call(explicit ? this.#explicitContent() : this.#node(true, false));
    this.#scanner.peek();
    return root;
  }

  /** Returns where the text goes on after the document that was read; undefined if it does not. */
  rest(): Mark | undefined {
    let token = this.#scanner.peek();
    try {
      while (token.type === "documentEnd") {
        this.#scanner.skip();
        token = this.#scanner.peek();
      }
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
    }
    return token.type === "streamEnd" ? undefined : token.start;
  }

  #directives(): void {
    let version = false;
    for (
      let token = this.#scanner.peek();
      token.type === "versionDirective" || token.type === "tagDirective";
      token = this.#scanner.peek()
    ) {
      if (token.type === "versionDirective") {
        if (version) throw parserError("found duplicate %YAML directive", token.start);
        if (token.major !== 1 || token.minor !== 1) throw parserError("found incompatible YAML document", token.start);
        version = true;
      } else {
        if (this.#tagPrefixes.has(token.handle)) throw parserError("found duplicate %TAG directive", token.start);
        this.#tagPrefixes.set(token.handle, token.prefix);
      }
      this.#scanner.skip();
    }
    if (!this.#tagPrefixes.has("!")) this.#tagPrefixes.set("!", "!");
    if (!this.#tagPrefixes.has("!!")) this.#tagPrefixes.set("!!", coreTags);
  }

  *#explicitContent(): Walk<YamlNode> {
    const token = this.#scanner.peek();
    if (token.type !== "documentStart") throw parserError("did not find expected <document start>", token.start);
    this.#scanner.skip();
    const next = this.#scanner.peek();
    return contentEnds.has(next.type) ? empty(next.start) : yield* call(this.#node(true, false));
  }

  *#node(block: boolean, indentless: boolean): Walk<YamlNode> {
    const token = this.#scanner.peek();
    if (token.type === "alias") return this.#alias(token.name, token.start);
    return yield* this.#content(this.#properties(), block, indentless);
  }

  #alias(name: string, { line }: Mark): YamlNode {
    const target = this.#anchors.get(name);
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`);
    this.#scanner.skip();
    return { kind: "alias", line, name, target };
  }

  #properties(): Properties {
    const { start } = this.#scanner.peek();
    let tag = "";
    let anchor: string | undefined;
    let tagSeen = false;
    for (let token = this.#scanner.peek(); ; token = this.#scanner.peek()) {
      if (token.type === "anchor" && anchor === undefined) anchor = token.name;
      else if (token.type === "tag" && !tagSeen) {
        tagSeen = true;
        tag = this.#resolveTag(token.handle, token.suffix, token.start, start);
      } else return { start, tag, anchor };
      this.#scanner.skip();
    }
  }

  #resolveTag(handle: string, suffix: string, at: Mark, start: Mark): string {
    if (handle === "") return suffix;
    const prefix = this.#tagPrefixes.get(handle);
    if (prefix === undefined) throw parserError("found undefined tag handle", at, start);
    return prefix + suffix;
  }

  *#content(properties: Properties, block: boolean, indentless: boolean): Walk<YamlNode> {
    const token = this.#scanner.peek();
    switch (token.type) {
      case "scalar":
        return this.#scalar(properties, token);
      case "flowSequenceStart":
        return yield* this.#flowSequence(properties);
      case "flowMappingStart":
        return yield* this.#flowMapping(properties);
      case "blockSequenceStart":
        if (block) return yield* this.#blockSequence(properties);
        break;
      case "blockMappingStart":
        if (block) return yield* this.#blockMapping(properties);
        break;
      case "blockEntry":
        if (indentless) return yield* this.#indentlessSequence(properties);
        break;
      default: // there is no content
    }
    if (properties.tag === "" && properties.anchor === undefined)
      throw parserError("did not find expected node content", token.start, properties.start);
    return this.#anchored(properties, {
      kind: "scalar",
      line: properties.start.line,
      value: "",
      tag: properties.tag,
      implicit: properties.tag === "",
    });
  }

  #anchored<T extends YamlNode>({ anchor }: Properties, node: T): T {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #scalar(properties: Properties, { value, style }: Extract<Token, { type: "scalar" }>): YamlNode {
    this.#scanner.skip();
    const implicit = (properties.tag === "" && style === "plain") || properties.tag === "!";
    return this.#anchored(properties, {
      kind: "scalar",
      line: properties.start.line,
      value,
      tag: properties.tag,
      implicit,
    });
  }

  #sequenceOf(properties: Properties): { readonly node: YamlNode; readonly items: YamlNode[] } {
    const items: YamlNode[] = [];
    const node: Build<"sequence"> = { kind: "sequence", line: properties.start.line, items };
    return { node: this.#anchored(properties, node), items };
  }

  #mappingOf(properties: Properties): { readonly node: YamlNode; readonly entries: (readonly [YamlNode, YamlNode])[] } {
    const entries: (readonly [YamlNode, YamlNode])[] = [];
    const node: Build<"mapping"> = { kind: "mapping", line: properties.start.line, entries };
    return { node: this.#anchored(properties, node), entries };
  }

  /** Parses the node after an indicator, or returns an empty one if another token follows. */
  *#nodeUnless(ends: Types, block: boolean, indentless: boolean): Walk<YamlNode> {
    const { end } = this.#scanner.peek();
    this.#scanner.skip();
    return ends.has(this.#scanner.peek().type) ? empty(end) : yield* call(this.#node(block, indentless));
  }

  *#blockSequence(properties: Properties): Walk<YamlNode> {
    const { node, items } = this.#sequenceOf(properties);
    const { start } = this.#scanner.peek();
    this.#scanner.skip();
    for (let token = this.#scanner.peek(); token.type !== "blockEnd"; token = this.#scanner.peek()) {
      if (token.type !== "blockEntry") throw parserError("did not find expected '-' indicator", token.start, start);
      items.push(yield* this.#nodeUnless(afterEntry, true, false));
    }
    this.#scanner.skip();
    return node;
  }

  *#indentlessSequence(properties: Properties): Walk<YamlNode> {
    const { node, items } = this.#sequenceOf(properties);
    while (this.#scanner.peek().type === "blockEntry")
      items.push(yield* this.#nodeUnless(afterIndentlessEntry, true, false));
    return node;
  }

  *#blockMapping(properties: Properties): Walk<YamlNode> {
    const { node, entries } = this.#mappingOf(properties);
    const { start } = this.#scanner.peek();
    this.#scanner.skip();
    for (let token = this.#scanner.peek(); token.type !== "blockEnd"; token = this.#scanner.peek()) {
      if (token.type !== "key") throw parserError("did not find expected key", token.start, start);
      const key = yield* this.#nodeUnless(afterBlockKey, true, true);
      const value = this.#scanner.peek();
      entries.push([
        key,
        value.type === "value" ? yield* this.#nodeUnless(afterBlockKey, true, true) : empty(value.start),
      ]);
    }
    this.#scanner.skip();
    return node;
  }

  /** Parses the entries of a flow collection. */
  *#flowEntries(end: "flowSequenceEnd" | "flowMappingEnd", problem: string, entry: () => Walk<unknown>): Walk<void> {
    const { start } = this.#scanner.peek();
    this.#scanner.skip();
    for (let first = true; this.#scanner.peek().type !== end; first = false) {
      const token = this.#scanner.peek();
      if (!first) {
        if (token.type !== "flowEntry") throw parserError(problem, token.start, start);
        this.#scanner.skip();
        if (this.#scanner.peek().type === end) break;
      }
      yield* entry();
    }
    this.#scanner.skip();
  }

  *#flowSequence(properties: Properties): Walk<YamlNode> {
    const { node, items } = this.#sequenceOf(properties);
    yield* this.#flowEntries("flowSequenceEnd", "did not find expected ',' or ']'", () => this.#flowItem(items));
    return node;
  }

  *#flowItem(items: YamlNode[]): Walk<void> {
    const item = this.#scanner.peek().type === "key" ? yield* this.#flowPair() : yield* call(this.#node(false, false));
    items.push(item);
  }

  /** Parses `[a: b]`: a mapping with one entry. */
  *#flowPair(): Walk<YamlNode> {
    const { start } = this.#scanner.peek();
    this.#scanner.skip();
    const key = yield* this.#flowPairKey();
    const value = this.#scanner.peek();
    const entry = [
      key,
      value.type === "value" ? yield* this.#nodeUnless(afterFlowPairValue, false, false) : empty(value.start),
    ] as const;
    return { kind: "mapping", line: start.line, entries: [entry] };
  }

  /** Parses the key of a pair. If it is missing, libyaml skips a token. */
  *#flowPairKey(): Walk<YamlNode> {
    const token = this.#scanner.peek();
    if (!afterFlowPairKey.has(token.type)) return yield* call(this.#node(false, false));
    this.#scanner.skip();
    return empty(token.end);
  }

  *#flowMapping(properties: Properties): Walk<YamlNode> {
    const { node, entries } = this.#mappingOf(properties);
    yield* this.#flowEntries("flowMappingEnd", "did not find expected ',' or '}'", () => this.#flowMember(entries));
    return node;
  }

  *#flowMember(entries: (readonly [YamlNode, YamlNode])[]): Walk<void> {
    if (this.#scanner.peek().type !== "key") {
      const key = yield* call(this.#node(false, false));
      entries.push([key, empty(this.#scanner.peek().start)]);
      return;
    }
    this.#scanner.skip();
    const token = this.#scanner.peek();
    const key = afterFlowKey.has(token.type) ? empty(token.start) : yield* call(this.#node(false, false));
    const value = this.#scanner.peek();
    entries.push([
      key,
      value.type === "value" ? yield* this.#nodeUnless(afterFlowValue, false, false) : empty(value.start),
    ]);
  }
}

const empty = ({ line }: Mark): YamlNode => ({ kind: "scalar", line, value: "", tag: "", implicit: true });

/** Parses the first document of a text, or returns undefined if there is none. Throws YamlError. */
export const parseYaml = (text: string): YamlNode | undefined => runWalk(parsingYaml(text));

/** The first document of a text, and where the text goes on after it. */
export interface FirstDocument {
  readonly root: YamlNode | undefined;
  readonly rest: Mark | undefined;
}

/** As `parseYaml`, and says whether there is more than the document, which upstream's library leaves out silently. */
export function parseFirstDocument(text: string): FirstDocument {
  const parser = new Parser(text);
  const root = runWalk(parser.document());
  return { root, rest: parser.rest() };
}

/** As `parseYaml`, as a walk. Reading past the end throws `failure`, if there is one. */
export const parsingYaml = (text: string, failure?: YamlError): Walk<YamlNode | undefined> =>
  new Parser(text, failure).document();
