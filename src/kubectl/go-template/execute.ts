import { messageOf } from "../../apimachinery/message-of.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { byteLength, quoteGo } from "../../apimachinery/go-strings.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { TemplateBudget } from "../output/template-budget.ts";
import { functionOf, type Parameter } from "./functions.ts";
import { type Command, type ErrorNode, type Node, nodeText, type Operand, type Pipe } from "./nodes.ts";
import type { Templates } from "./parser.ts";
import {
  GoInt,
  isInt,
  isMap,
  isSlice,
  isTrue,
  member,
  missing,
  numberOf,
  plain,
  type Slot,
  slotType,
  typeOf,
  unboxed,
  valueText,
} from "./values.ts";

/** How a template is run. */
export interface Execution {
  readonly text: string;
  readonly templates: Templates;
  /** Without it, a key that a map does not have is an error. */
  readonly allowsMissing: boolean;
  readonly budget: TemplateBudget;
  readonly write: (text: string) => void;
}

/** How deep templates may call each other, and what Go says the limit is. */
const maxDepth = 400;
const saidMaxDepth = 100_000;

/** How a list of statements ended, if not at its end. */
type Jump = "break" | "continue" | undefined;

interface Variable {
  readonly name: string;
  slot: Slot;
}

/** Runs the template `output` on an object. Throws an Error in Go's words (template.Template.Execute). */
export function execute(execution: Execution, object: JsonObject): void {
  new State(execution, "output", plain(object), 0).run();
}

class State {
  readonly #execution: Execution;
  readonly #name: string;
  readonly #dot: Slot;
  readonly #depth: number;
  #variables: Variable[];
  #node: ErrorNode | undefined;

  constructor(execution: Execution, name: string, dot: Slot, depth: number) {
    this.#execution = execution;
    this.#name = name;
    this.#dot = dot;
    this.#depth = depth;
    this.#variables = [{ name: "$", slot: dot }];
  }

  run(): void {
    this.#list(this.#dot, this.#execution.templates.get(this.#name) ?? []);
  }

  #error(message: string): Error {
    if (this.#node === undefined) return new Error(`template: ${this.#name}: ${message}`);
    const before = this.#execution.text.slice(0, this.#node.at);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const place = `output:${before.split("\n").length}:${byteLength(line)}`;
    return new Error(`template: ${place}: executing ${quoteGo(this.#name)} at <${nodeText(this.#node)}>: ${message}`);
  }

  #list(dot: Slot, nodes: readonly Node[]): Jump {
    for (const node of nodes) {
      const jump = this.#walk(dot, node);
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  #walk(dot: Slot, node: Node): Jump {
    this.#node = node;
    switch (node.kind) {
      case "text":
        return void this.#write(node.text);
      case "action": {
        const slot = this.#pipeline(dot, node.pipe);
        if (node.pipe.declared.length > 0) return undefined;
        const { value } = unboxed(slot);
        return void this.#write(value === undefined || value === null ? "<no value>" : valueText(value));
      }
      case "template":
        return void this.#template(dot, node.name, node.pipe);
      case "if":
      case "with":
      case "range":
        return this.#scoped(() => (node.kind === "range" ? this.#range(dot, node) : this.#branch(dot, node)));
      case "break":
      case "continue":
        return node.kind;
    }
  }

  #write(text: string): void {
    this.#execution.write(this.#execution.budget.spend(text));
  }

  /** Does something whose variables end with it. */
  #scoped<T>(body: () => T): T {
    const count = this.#variables.length;
    const result = body();
    this.#variables.length = count;
    return result;
  }

  #branch(dot: Slot, node: Extract<Node, { kind: "if" | "range" | "with" }>): Jump {
    const slot = this.#pipeline(dot, node.pipe);
    if (isTrue(slot)) return this.#list(node.kind === "with" ? slot : dot, node.body);
    return node.otherwise && this.#list(dot, node.otherwise);
  }

  #range(dot: Slot, node: Extract<Node, { kind: "if" | "range" | "with" }>): Jump {
    const { value } = unboxed(this.#pipeline(dot, node.pipe));
    const { declared, assigns } = node.pipe;
    const entries = this.#entries(value, declared.length);
    for (const [key, item] of entries) {
      this.#execution.budget.spend("");
      const [first = "", other] = declared;
      if (assigns) {
        if (first !== "") this.#set(first, other === undefined ? item : key);
        if (other !== undefined) this.#set(other, item);
      } else {
        const count = this.#variables.length;
        const [last, before] = [this.#variables[count - 1], this.#variables[count - 2]];
        if (first !== "" && last !== undefined) last.slot = item;
        if (other !== undefined && before !== undefined) before.slot = key;
      }
      const jump = this.#scoped(() => this.#list(item, node.body));
      if (jump === "break") break;
    }
    return entries.length === 0 && node.otherwise !== undefined ? this.#list(dot, node.otherwise) : undefined;
  }

  #entries(value: Slot["value"], declared: number): readonly (readonly [Slot, Slot])[] {
    if (value === undefined || value === null) return [];
    if (isSlice(value)) return value.map((item, i) => [plain(new GoInt(i)), member(item)]);
    if (isMap(value)) {
      const keys = Object.keys(value).sort(compareUtf8);
      return keys.map((key) => [plain(key), member(value[key] ?? null)]);
    }
    if (!isInt(value)) throw this.#error(`range can't iterate over ${valueText(value)}`);
    if (declared > 1) throw this.#error(`can't use ${valueText(value)} to iterate over more than one variable`);
    const count = Math.max(numberOf(value), 0);
    this.#execution.budget.spend(" ".repeat(Math.min(count, 10_000_000)));
    return Array.from({ length: count }, (_, i) => {
      const item = plain(value instanceof GoInt ? new GoInt(i) : i);
      return [item, item];
    });
  }

  #template(dot: Slot, name: string, pipe: Pipe | undefined): void {
    if (!this.#execution.templates.has(name)) throw this.#error(`template ${quoteGo(name)} not defined`);
    if (this.#depth === maxDepth) throw this.#error(`exceeded maximum template depth (${saidMaxDepth})`);
    const given = pipe === undefined ? missing : this.#pipeline(dot, pipe);
    new State(this.#execution, name, given, this.#depth + 1).run();
  }

  #pipeline(dot: Slot, pipe: Pipe): Slot {
    this.#node = pipe;
    let slot: Slot | undefined;
    for (const command of pipe.commands) slot = unboxed(this.#command(dot, command, slot));
    const result = slot ?? missing;
    for (const name of pipe.declared) {
      if (pipe.assigns) this.#set(name, result);
      else this.#variables.push({ name, slot: result });
    }
    return result;
  }

  #set(name: string, slot: Slot): void {
    const found = this.#variables.findLast((variable) => variable.name === name);
    if (found === undefined) throw this.#error(`undefined variable: ${name}`);
    found.slot = slot;
  }

  #variable(name: string): Slot {
    const found = this.#variables.findLast((variable) => variable.name === name);
    if (found === undefined) throw this.#error(`undefined variable: ${name}`);
    return found.slot;
  }

  /** Evaluates a command; `final` is the value of the command before it in its pipeline. */
  #command(dot: Slot, command: Command, final: Slot | undefined): Slot {
    const [first] = command.args;
    if (first === undefined) return missing;
    const hasArguments = command.args.length > 1 || final !== undefined;
    switch (first.kind) {
      case "field":
      case "chain":
      case "variable":
        return this.#fields(dot, first, hasArguments);
      case "identifier":
        return this.#call(dot, first, command, command.args.slice(1), final);
      case "pipe":
        this.#refuseArguments(first, hasArguments);
        return this.#pipeline(dot, first);
      case "dot":
      case "nil":
      case "constant":
        this.#node = first;
        this.#refuseArguments(first, hasArguments);
        if (first.kind === "nil") throw this.#error("nil is not a command");
        return first.kind === "constant" ? plain(first.value) : dot;
    }
  }

  #refuseArguments(operand: Operand, hasArguments: boolean): void {
    if (hasArguments) throw this.#error(`can't give argument to non-function ${nodeText(operand)}`);
  }

  /** The value of a field, of a variable, or of what is in parentheses, with the fields after it. */
  #fields(dot: Slot, node: Extract<Operand, { kind: "field" | "chain" | "variable" }>, hasArguments: boolean): Slot {
    this.#node = node;
    let names = node.names;
    let slot = dot;
    if (node.kind === "variable") {
      const [name = "", ...rest] = names;
      slot = this.#variable(name);
      names = rest;
      if (rest.length === 0) this.#refuseArguments(node, hasArguments);
    } else if (node.kind === "chain") {
      if (node.operand.kind === "nil") throw this.#error(`indirection through explicit nil in ${nodeText(node)}`);
      slot = this.#argument(dot, node.operand, "any");
    }
    for (const [i, name] of names.entries()) slot = this.#field(slot, name, hasArguments && i === names.length - 1);
    return slot;
  }

  #field(receiver: Slot, name: string, hasArguments: boolean): Slot {
    const { value, boxed } = receiver;
    if (value === undefined) {
      if (!this.#execution.allowsMissing) throw this.#error(`nil data; no entry for key ${quoteGo(name)}`);
      return missing;
    }
    if (value === null) {
      if (boxed) throw this.#error(`nil pointer evaluating interface {}.${name}`);
      return missing;
    }
    if (!isMap(value)) throw this.#error(`can't evaluate field ${name} in type ${slotType(receiver)}`);
    if (hasArguments) throw this.#error(`${name} is not a method but has arguments`);
    const found = memberOf(value, name);
    if (found !== undefined) return member(found);
    if (!this.#execution.allowsMissing) throw this.#error(`map has no entry for key ${quoteGo(name)}`);
    return missing;
  }

  #call(dot: Slot, at: Operand, command: ErrorNode, args: readonly Operand[], final: Slot | undefined): Slot {
    this.#node = at;
    const name = at.kind === "identifier" ? at.name : "";
    const called = functionOf(name);
    if (called === undefined) throw this.#error(`${quoteGo(name)} is not a defined function`);
    const { takes, rest } = called;
    const count = args.length + (final === undefined ? 0 : 1);
    if (rest === undefined ? count !== takes.length : count < takes.length) {
      const wanted =
        rest === undefined ? `want ${takes.length} got ${count}` : `want at least ${takes.length} got ${args.length}`;
      throw this.#error(`wrong number of args for ${name}: ${wanted}`);
    }
    if (name === "and" || name === "or") return this.#shortCircuit(dot, name, args, final);
    const slots = args.map((arg, i) => this.#argument(dot, arg, takes[i] ?? rest ?? "any"));
    if (final !== undefined) slots.push(this.#checked(final, takes[slots.length] ?? rest ?? "any"));
    try {
      return called.call(slots, args.map(nodeText));
    } catch (error) {
      this.#node = command;
      throw this.#error(`error calling ${name}: ${messageOf(error)}`);
    }
  }

  /** `and` and `or`, which leave out what does not count any more. */
  #shortCircuit(dot: Slot, name: string, args: readonly Operand[], final: Slot | undefined): Slot {
    let slot = missing;
    for (const arg of args) {
      slot = this.#argument(dot, arg, "any");
      if (isTrue(slot) === (name === "or")) return slot;
    }
    return final ?? slot;
  }

  #argument(dot: Slot, operand: Operand, parameter: Parameter): Slot {
    this.#node = operand;
    switch (operand.kind) {
      case "dot":
        return this.#checked(dot, parameter);
      case "nil":
        if (parameter === "string") throw this.#error("cannot assign nil to string");
        return missing;
      case "field":
      case "chain":
      case "variable":
        return this.#checked(this.#fields(dot, operand, false), parameter);
      case "pipe":
        return this.#checked(this.#pipeline(dot, operand), parameter);
      case "identifier":
        return this.#checked(this.#call(dot, operand, operand, [], undefined), parameter);
      case "constant":
        if (parameter === "string" && typeof operand.value !== "string")
          throw this.#error(`expected string; found ${operand.text}`);
        return plain(operand.value);
    }
  }

  /** A value for a parameter. Throws if it does not have its type. */
  #checked(slot: Slot, parameter: Parameter): Slot {
    if (parameter === "any") return slot;
    const { value } = unboxed(slot);
    if (typeof value === "string") return slot;
    if (slot.value === undefined) throw this.#error("invalid value; expected string");
    const type = slot.value === null ? "interface {}" : typeOf(slot.value);
    throw this.#error(`wrong type for value; expected string; got ${type}`);
  }
}
