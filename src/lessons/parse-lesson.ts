import type { Code, Html, Nodes, Root, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { messageOf } from "../apimachinery/message-of.ts";
import { nearestWord } from "../apimachinery/edit-distance.ts";
import { type BlockInfo, isShownOnly, noOptions, readBlockInfo, verbOfInfo } from "./block-info.ts";
import { kindOfFile, readFrontMatter } from "./front-matter.ts";
import { GoalReader } from "./goal-reader.ts";
import { LessonError, NothingRuns } from "./lesson-error.ts";
import { readLessonMarkdown } from "./lesson-source.ts";
import { plainText } from "./markdown-text.ts";
import type {
  Case,
  Expectation,
  ExpectedContent,
  ExpectedPart,
  Goal,
  Lesson,
  LessonBlock,
  NotRun,
  Prediction,
  Step,
} from "./lesson.ts";
import { fence, isOutputOf, namesCommand, saysOutput, scriptShown, tellsOfCase } from "./output-blocks.ts";
import { parseAction, type ParsedAction } from "./parse-action.ts";
import { fileShown, samplesOf } from "./named-files.ts";
import { parseAnswer } from "./parse-http.ts";
import { parseExpected, parseExpectedStream } from "./parse-expected.ts";
import { parseWanted } from "./parse-wanted.ts";
import { cellsOf, linesOf, parsePrediction, textOfNode } from "./parse-texts.ts";
import { isShellLanguage, readShellBlock, type ShellBlock, type ShellState } from "./shell-block.ts";
import type { SiteSettings } from "./site-settings.ts";
import { codeText, type SourceFile, type SourceText } from "./source-lines.ts";

/** The most steps in a file. */
export const mostSteps = 500;
const mostBlocks = 5000;

type Mark = "cases" | "table";
/** The comments that say what is below them: a table, a hint or the way to a goal. */
const marks = ["cases", "table", "hint", "way"] as const;

/**
 * Reads a lesson from Markdown. HTML is dropped. Throws a LessonError with file and line for what cannot be run.
 * The format is described in docs/lessons.md. `site` is what holds of all pages of its site.
 */
export function parseLesson(file: string, text: string, site?: SiteSettings): Lesson {
  const { source, body } = readLessonMarkdown(file, text);
  const tree = fromMarkdown(body, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const kind = kindOfFile(source, verbsIn(tree), site !== undefined);
  const matter = readFrontMatter(source, kind, site);
  const reader = new LessonReader(source, kind);
  reader.read(tree);
  if (reader.count > mostBlocks) throw source.error(1, `a lesson has ${mostBlocks} paragraphs and blocks at most`);
  const { blocks, steps, goals, notRun } = reader;
  if (steps.length + (kind === "page" ? notRun.length : 0) === 0) throw new NothingRuns(file);
  const title = matter.title || reader.firstTitle || file;
  const files = kind === "page" ? { ...samplesOf(source.text, matter.files), ...matter.files } : matter.files;
  return { ...matter, files, title, file, kind, notRun, blocks, steps, goals };
}

/** What runs in a file in the words of lessons, or would but for a letter. */
const verbsIn = (tree: Root): ReadonlySet<string> =>
  new Set(
    codesIn(tree).flatMap((node) => verbOfInfo(infoOf(node), node.value) ?? (isMisspelt(node) ? "commands" : [])),
  );

const infoOf = ({ lang, meta }: Code): string => `${lang ?? ""} ${meta ?? ""}`;

function isMisspelt(node: Code): boolean {
  try {
    readBlockInfo(infoOf(node), node.value);
    return false;
  } catch {
    return true;
  }
}

type OpenStep = { -readonly [K in keyof Step]: Step[K] } & { readonly expectations: Expectation[] };

/** Reads the nodes of a file in order. */
class LessonReader {
  readonly blocks: LessonBlock[] = [];
  readonly steps: OpenStep[] = [];
  readonly notRun: NotRun[] = [];
  readonly #source: SourceFile;
  readonly #kind: Lesson["kind"];
  readonly #goals: GoalReader;
  #title = "";
  /** The first heading. */
  firstTitle = "";
  readonly #shell: ShellState = { inside: false, wasInside: false, functions: new Set() };
  /** The command lines whose output the next block may be. */
  #told: OpenStep | undefined;
  #mark: { readonly word: Mark; readonly line: number } | undefined;
  #cases: readonly Case[] | undefined;
  #prediction: Prediction | undefined;

  constructor(source: SourceFile, kind: Lesson["kind"]) {
    this.#source = source;
    this.#kind = kind;
    this.#goals = new GoalReader(source);
  }

  get goals(): readonly Goal[] {
    return this.#goals.goals;
  }

  /** How many blocks there are, those of goals as well. */
  get count(): number {
    return this.goals.reduce((sum, { hints, way }) => sum + hints.length + way.blocks.length, this.blocks.length);
  }

  read(tree: Root): void {
    for (const node of tree.children) this.#node(node);
    this.#expectTable();
    this.#goals.end(this.steps.length);
    if (this.#cases !== undefined) throw this.#source.error(this.#cases[0]?.line ?? 1, "no step follows these cases");
    if (this.#prediction !== undefined)
      throw this.#source.error(this.#prediction.place.line, "no step follows this question");
  }

  #node(node: RootContent): void {
    if (node.type === "table" && this.#mark !== undefined) return this.#table(node, this.#mark.word);
    this.#expectTable();
    if (node.type === "html") return this.#comment(node);
    const clean = withoutHtml(node);
    if (this.#isShown(node) && clean !== undefined && this.#goals.takesHint(clean)) return;
    if (node.type === "code") return this.#code(node);
    if (node.type === "heading") this.#heading(node);
    if (clean !== undefined) this.#push({ kind: "prose", node: clean as RootContent });
    for (const code of codesIn(node)) this.#code(code);
  }

  #heading(node: Nodes): void {
    this.#title = textOfNode(node);
    this.firstTitle ||= this.#title;
    this.#told = undefined;
    this.#goals.heading(this.steps.length);
  }

  /** Whether nothing in a node runs. */
  #isShown(node: RootContent): boolean {
    const codes = node.type === "code" ? [node] : codesIn(node);
    return codes.every((code) => this.#info(code, code.position?.start.line ?? 1) === undefined);
  }

  /** What stands in the way of a goal is shown on demand only. */
  #push(block: LessonBlock): void {
    (this.#goals.way ?? this.blocks).push(block);
  }

  /** Refuses what is not a table where a comment has announced one. */
  #expectTable(): void {
    if (this.#mark !== undefined) throw this.#source.error(this.#mark.line, "no table follows this comment");
  }

  #comment({ value, position }: Html): void {
    const line = position?.start.line ?? 1;
    const [, word = ""] = /^<!--\s*(?:expect:\s*)?(\w+)\s*-->$/.exec(value.trim()) ?? [];
    const meant = nearestWord(word, marks);
    if (word === "cases" || word === "table") this.#mark = { word, line };
    else if (word === "hint" || word === "way") this.#goals.mark(word, line, this.steps.length);
    else if (/^<!--\s*expect\b/.test(value)) throw this.#source.error(line, "this comment is to be cases or table");
    else if (meant !== undefined && this.#kind === "lesson")
      throw this.#source.error(line, `${word} is misspelt: <!-- ${meant} -->`);
  }

  #table(node: Table, mark: Mark): void {
    this.#mark = undefined;
    this.#push({ kind: "prose", node });
    const [columns = [], ...rows] = cellsOf(this.#source, node);
    const names = columns.map(({ text }) => text);
    const line = node.position?.start.line ?? 1;
    if (mark === "table") {
      const place = { line, start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
      return this.#expect({ place, status: undefined, headers: [], content: { kind: "table", columns, rows } });
    }
    this.#cases = rows.map((cells) => ({
      line: cells[0]?.place.line ?? line,
      cells: new Map(cells.map((cell, i) => [names[i] ?? "", cell])),
    }));
    if (rows.length === 0) throw this.#source.error(line, "the table has no cases");
  }

  #code(node: Code): void {
    const line = node.position?.start.line ?? 1;
    if (isOpen(node, this.#source.text)) throw this.#source.error(line, "this block is not closed");
    const source = codeText(this.#source, node);
    const script =
      this.#kind === "page" && isShellLanguage(node.lang ?? "")
        ? scriptShown(source.text, this.#source.text.slice(node.position?.end.offset))
        : undefined;
    if (script !== undefined) return this.#fileStep(script, node, source);
    const shell = this.#shellBlock(node, source);
    if (shell !== undefined) return this.#commands(node, source, shell);
    const info = this.#info(node, line);
    if (info === undefined) return this.#shown(node, source);
    this.#told = undefined;
    if (info.verb === "goal") this.#goal(info, source, line);
    else if (info.verb === "predict") this.#prediction = parsePrediction(source);
    else if (info.verb === "expect" || info.verb === "audit" || (info.verb === "events" && info.options.watch === ""))
      this.#expect(this.#expectation(info, source, node.lang ?? ""));
    else this.#step(info, parseAction(info, source), source, node);
  }

  /** The command lines of a block; undefined for other blocks, and for a console of a lesson that runs as it is. */
  #shellBlock(node: Code, source: SourceText): ShellBlock | undefined {
    if (isShownOnly(infoOf(node)) || verbOfInfo(infoOf(node), node.value) === "file") return undefined;
    const isLessons = this.#kind === "lesson" && this.#info(node, source.firstLine - 1) !== undefined;
    return isLessons ? undefined : readShellBlock(node.lang ?? "", source, this.#shell, this.#saysOutput(node));
  }

  /** Whether the line above a block says that it shows what is printed. */
  #saysOutput({ position }: Code): boolean {
    const above = this.#source.text.slice(0, position?.start.offset).trimEnd();
    return saysOutput.test(above.slice(above.lastIndexOf("\n") + 1));
  }

  #commands(node: Code, source: SourceText, { commands, notRun }: ShellBlock): void {
    this.#told = undefined;
    const isPage = this.#kind === "page";
    const reason = node.lang === "console" ? "nothing in its block runs kubectl" : ofPages;
    const idle = isPage ? [] : commands.map(({ line, text }) => ({ line, text, reason }));
    this.notRun.push(...[...notRun, ...idle].toSorted((a, b) => a.line - b.line));
    if (!isPage || commands.length === 0) return this.#push({ kind: "prose", node });
    const action = { kind: "commands", commands, tolerant: true } as const;
    this.#step({ verb: "commands", options: noOptions }, { action, expectation: undefined }, source, node);
    const lastRuns = (notRun.at(-1)?.line ?? 0) < (commands.at(-1)?.line ?? 0);
    if (commands.at(-1)?.output.length === 0 && lastRuns) this.#told = this.steps.at(-1);
  }

  /** A block that is only shown, or the output of the command lines before it. */
  #shown(node: Code, source: SourceText): void {
    const told = this.#kind === "page" ? this.#told : undefined;
    this.#told = undefined;
    const isFenced = fence.test(this.#source.text.slice(node.position?.start.offset).slice(0, 3));
    if (told === undefined && this.#file(node, source)) return;
    const isTold = told !== undefined && isFenced && isOutputOf(told, node) && !this.#isOfAnother(told, node);
    if (!isTold) return this.#push({ kind: "prose", node });
    const place = source.place(0, source.text.length);
    const ofCase = tellsOfCase(
      this.#source.text.slice(told.place.end, node.position?.start.offset).replace(/^[^\n]*\n/, ""),
    );
    this.#expect({
      place,
      status: undefined,
      headers: [],
      content: { kind: "output", lines: linesOf(source), ...(ofCase && { ofCase }) },
    });
  }

  /** Whether the words between a step and a block say that another command prints it than those of the step. */
  #isOfAnother({ source, place }: Step, { position }: Code): boolean {
    const words = this.#source.text.slice(place.end, position?.start.offset);
    const command = [...words.matchAll(namesCommand)].at(-1)?.[1];
    return command !== undefined && !source.includes(command);
  }

  /** A block that shows a file which the command lines below it use; false for another one. */
  #file(node: Code, source: SourceText): boolean {
    if (this.#kind !== "page" || !/^(?:ya?ml|json)$/.test(node.lang ?? "") || node.position === undefined) return false;
    const { start, end } = node.position;
    const path = fileShown(this.#source.text, start.offset ?? 0, end.offset ?? 0);
    if (path === undefined || source.text.includes("${")) return false;
    this.#fileStep(path, node, source);
    return true;
  }

  #fileStep(path: string, node: Code, source: SourceText): void {
    const action = { kind: "file", path, text: source.text } as const;
    this.#step({ verb: "file", options: noOptions }, { action, expectation: undefined }, source, node);
  }

  #goal({ options }: BlockInfo, source: SourceText, line: number): void {
    const goal = this.#goals.add(parseWanted(source, options), this.#title, line, this.steps.length);
    if (goal !== undefined) this.#push({ kind: "goal", goal });
  }

  #info(node: Code, line: number): BlockInfo | undefined {
    try {
      return readBlockInfo(infoOf(node), node.value);
    } catch (error) {
      if (this.#kind === "lesson") throw this.#source.error(line, messageOf(error));
      return undefined;
    }
  }

  #expectation({ verb }: BlockInfo, source: SourceText, language: string): Expectation {
    if (language === "http") return parseAnswer(source);
    const place = source.place(0, source.text.length);
    return { place, status: undefined, headers: [], content: contentOf(verb, source, language) };
  }

  #expect(expectation: Expectation): void {
    const step = this.steps.at(-1);
    if (step === undefined) throw this.#source.error(expectation.place.line, "no step comes before this expectation");
    const problem = misfit(step, expectation);
    if (problem !== undefined) throw this.#source.error(expectation.place.line, problem);
    step.expectations.push(expectation);
    this.#push({ kind: "expectation", step: step.index, expectation: step.expectations.length - 1 });
  }

  #step(info: BlockInfo, { action, expectation }: ParsedAction, source: SourceText, node: Code): void {
    const index = this.steps.length;
    this.#goals.step(node.position?.start.line ?? 1);
    if (index >= mostSteps) throw this.#source.error(source.firstLine, `a lesson has ${mostSteps} steps at most`);
    this.steps.push({
      index,
      title: this.#title,
      line: node.position?.start.line ?? 1,
      source: source.text,
      place: source.place(0, source.text.length),
      action,
      options: info.options,
      expectations: expectation === undefined ? [] : [expectation],
      prediction: this.#prediction,
      cases: this.#cases,
    });
    if (this.#prediction !== undefined) this.#push({ kind: "prediction", step: index });
    this.#push({ kind: "step", step: index });
    this.#prediction = undefined;
    this.#cases = undefined;
  }
}

/** Why a block of command lines does not run in a lesson. */
const ofPages = "in a lesson, command lines stand in a console block, behind $; page: true makes it a page";

/** Whether a fenced block has no fence at its end: it takes what follows, other blocks as well. */
function isOpen({ position }: Code, text: string): boolean {
  const lines = text.slice(position?.start.offset, position?.end.offset).split("\n");
  const isFenced = fence.test(lines[0] ?? "");
  return isFenced && (lines.length === 1 || !/^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(lines.at(-1) ?? ""));
}

/** Says why an expectation cannot be about a step; undefined if it can. */
function misfit({ action }: Step, { status, headers, content }: Expectation): string | undefined {
  if (content?.kind === "audit" && action.kind !== "request" && action.kind !== "manifests")
    return "audit entries are those of a request: of http or a manifest";
  if (action.kind === "file") return "a file has no answer that could be expected";
  if (action.kind === "faults") return "rules of faults have no answer that could be expected";
  if (action.kind === "race" || action.kind === "fork" || action.kind === "watch-lab")
    return content?.kind === "value" ? undefined : "of a lab, yaml is expected";
  if (action.kind === "types" || action.kind === "validate")
    return content?.kind === "lines" ? undefined : "of types and validation, text is expected";
  if (action.kind !== "commands") return undefined;
  if (status !== undefined || headers.length > 0) return "a command line has no status and no headers";
  return content?.kind === "value" || content?.kind === "lines" || content?.kind === "output"
    ? undefined
    : "of a command line, text and yaml are expected";
}

function contentOf(verb: BlockInfo["verb"], source: SourceText, language: string): ExpectedContent {
  if (verb === "events") return { kind: "events", events: parseExpectedStream(source) };
  if (verb === "audit") return { kind: "audit", entries: auditEntries(source) };
  if (language === "text") return { kind: "lines", lines: linesOf(source) };
  if (language === "hex")
    return { kind: "hex", bytes: { text: source.text, place: source.place(0, source.text.length) } };
  return { kind: "value", value: parseExpected(source) };
}

/** Entries are documents; those of a request that makes none are an empty list. */
function auditEntries(source: SourceText): ExpectedPart<"list"> {
  const entries = parseExpectedStream(source);
  const [first] = entries;
  if (first?.kind === "list" && entries.length > 1)
    throw source.error(0, "an empty list says that there are no entries, and stands alone");
  if (first?.kind === "list") return first;
  return { kind: "list", place: first?.place ?? source.place(0, source.text.length), items: entries };
}

/** Returns a node without HTML in it; undefined if nothing else is left. */
function withoutHtml(node: Nodes): Nodes | undefined {
  if (node.type === "html") return undefined;
  if (!("children" in node)) return node;
  const children = (node.children as readonly Nodes[]).flatMap((child) => withoutHtml(child) ?? []);
  return { ...node, children } as Nodes;
}

/** Yields the fenced blocks inside lists and quotes. */
function codesIn(node: Nodes): readonly Code[] {
  if (!("children" in node)) return [];
  return (node.children as readonly Nodes[]).flatMap((child) => (child.type === "code" ? [child] : codesIn(child)));
}

/** Returns a lesson's text in which the block of a step is replaced, as a reader has changed it. */
export function withStepText(text: string, { place, source }: Step, changed: string): string {
  const normal = plainText(text);
  if (normal.slice(place.start, place.end) !== source)
    throw new LessonError("", place.line, "the block of this step is indented; edit the file instead");
  return normal.slice(0, place.start) + changed + normal.slice(place.end);
}
