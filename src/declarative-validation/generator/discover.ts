import type { GoSourceError } from "../go/go-error.ts";
import {
  concreteType,
  isByte,
  isString,
  nativeType,
  nonPointer,
  typeName,
  type GoType,
  type Member,
} from "../go/go-type.ts";
import { jsonTag } from "../go/json-fields.ts";
import { forEachKey, forEachValue } from "../rules/each.ts";
import { childPath } from "./context.ts";
import { TagError, withPrefix } from "./generation-error.ts";
import type { Registry } from "./registry.ts";
import { TypeNode, type ChildNode, type FieldNode } from "./type-graph.ts";
import { isEmpty, noValidations, type Check, type Validations } from "./validations.ts";

/** Returns the check that calls a type's function. */
export type CallOf = (node: TypeNode) => Check;

/** Faults of source that end discovery. */
export type Fault = TagError | GoSourceError;

const foreign = (what: string, type: GoType, fix: string): string =>
  `${what} ${typeName(type)} is in a non-included package; either add this package to validation-gen's ` +
  `--readonly-pkg flag, or add ${fix} to the field to skip validation`;

/** Walks types and collects what their tags amount to (validation-gen's typeDiscoverer). */
export class Discoverer {
  readonly nodes = new Map<GoType, TypeNode>();
  readonly #registry: Registry;
  readonly #pkg: string;
  readonly #callOf: CallOf;

  /** `pkg` is the one package whose types have rules. */
  constructor(registry: Registry, pkg: string, callOf: CallOf) {
    this.#registry = registry;
    this.#pkg = pkg;
    this.#callOf = callOf;
  }

  /** Discovers a type of the package, and all that it uses. Throws a TagError. */
  discover(type: GoType): void {
    if (type.kind === "Pointer")
      throw new TagError(`type ${typeName(type)}: pointer root-types are not supported`, type.line);
    this.#discover(type, typeName(type), type.line);
  }

  #discover(type: GoType, path: string, line: number): TypeNode | undefined {
    if (type.pkg !== "" && type.pkg !== this.#pkg) return undefined;
    const problem = unsupported(type);
    if (problem !== undefined) throw new TagError(`field ${path} (${typeName(type)}): ${problem}`, line);
    if (type.kind === "Pointer" && type.elem !== undefined) return this.#discover(type.elem, path, line);
    const known = this.nodes.get(type);
    if (known !== undefined) return known;
    const isNamed = type.kind === "Alias" || type.kind === "Struct";
    const node = new TypeNode(type, isNamed && type.pkg === this.#pkg);
    this.nodes.set(type, node);
    const ownPath = isNamed ? typeName(type) : path;
    const ownLine = isNamed && type.line > 0 ? type.line : line;
    this.#descend(node, ownPath, ownLine);
    if (isNamed) this.#addTypeRules(node, ownPath, ownLine);
    return node;
  }

  #descend(node: TypeNode, path: string, line: number): void {
    const { type } = node;
    const child = (of: GoType | undefined, at: string): ChildNode | undefined =>
      of && { type: of, node: this.#discover(of, at, line) };
    if (type.kind === "Alias") node.underlying = child(type.underlying, path);
    if (type.kind === "Struct") node.fields = type.members.filter(isLooked).map((member) => this.#field(member, path));
    if (type.kind === "Map") node.key = child(type.key, `${path}[keys]`);
    if (type.kind === "Map" || type.kind === "Slice") node.elem = child(type.elem, `${path}[vals]`);
  }

  #addTypeRules(node: TypeNode, path: string, line: number): void {
    const { type } = node;
    const validations = withPrefix(
      path,
      () =>
        this.#registry.extract(
          { scope: "type definitions", type, parentPath: "<nil>", path },
          this.#registry.tagsOf(type.comments),
        ),
      line,
    );
    if (!isEmpty(validations)) {
      refuseMapOfLists(type, path, line);
      node.validations = validations;
    }
    const list = node.underlying?.node;
    if (list === undefined || type.kind !== "Alias") return;
    const isMap = type.underlying?.kind === "Map";
    if (type.underlying?.kind !== "Slice" && !isMap) return;
    const iterated = isMap ? list.type : type;
    const where = { path, line, validations: node.validations, reported: isMap ? list.elem?.type : undefined };
    if (isMap) node.keyIterations = this.#keyIterations(list, where);
    node.valIterations = this.#valIterations(list, iterated, where);
  }

  #field(member: Member, parentPath: string): FieldNode {
    const { type, line } = member;
    const path = childPath(parentPath, member.name);
    let node = this.#discover(type, path, line);
    const found = withPrefix(
      `field ${path}`,
      () =>
        this.#registry.extract(
          { scope: "struct fields", type, parentPath, member, path },
          this.#registry.tagsOf(member.comments),
        ),
      line,
    );
    if (!isEmpty(found)) refuseMapOfLists(type, path, line);
    const validations = isEmpty(found) ? noValidations : found;
    const value = nonPointer(type);
    if (value.kind === "Struct" || value.kind === "Alias") {
      if (node === undefined && validations.opaque !== true)
        throw new TagError(`${path}: ${foreign("type", type, "+k8s:opaqueType")}`, line);
      if (validations.opaque === true) node = undefined;
    }
    const where = { path, line, validations };
    return {
      type,
      member,
      node,
      jsonName: jsonTag(member).name,
      validations,
      keyIterations: type.kind === "Map" && node ? this.#keyIterations(node, where) : noValidations,
      valIterations:
        (type.kind === "Map" || type.kind === "Slice") && node ? this.#valIterations(node, type, where) : noValidations,
    };
  }

  /** Returns the calls for the keys of a map, unless its key type is opaque or has no function. */
  #keyIterations(map: TypeNode, where: Iterated): Validations {
    const { key } = map;
    if (key?.node === undefined) {
      if (where.validations.opaqueKey === true) return noValidations;
      const reported = where.reported ?? key?.type ?? map.type;
      throw new TagError(`${where.path}: ${foreign("key type", reported, "+k8s:eachKey=+k8s:opaqueType")}`, where.line);
    }
    if (where.validations.opaqueKey === true || !key.node.hasFunction) return noValidations;
    return forEachKey(map.type, { checks: [this.#callOf(key.node)] });
  }

  /** Returns the calls for the values of a list or map, unless their type is opaque or has no function. */
  #valIterations(container: TypeNode, type: GoType, where: Iterated): Validations {
    const { elem } = container;
    if (elem?.node === undefined) {
      if (where.validations.opaqueVal === true) return noValidations;
      const reported = elem?.type ?? container.type;
      throw new TagError(
        `${where.path}: ${foreign("value type", reported, "+k8s:eachVal=+k8s:opaqueType")}`,
        where.line,
      );
    }
    if (where.validations.opaqueVal === true || !elem.node.hasFunction) return noValidations;
    return forEachValue(where.path, type, { checks: [this.#callOf(elem.node)] }, this.#registry);
  }
}

interface Iterated {
  readonly path: string;
  readonly line: number;
  readonly validations: Validations;
  /** The type that an error about keys names, which for defined maps is that of the values. */
  readonly reported?: GoType | undefined;
}

/** Fields that begin with a lower case letter are not looked at. */
const isLooked = ({ name }: Member): boolean => !/^\p{Ll}/u.test(name);

function refuseMapOfLists(type: GoType, path: string, line: number): void {
  const concrete = concreteType(type);
  if (concrete.kind === "Map" && concrete.elem?.kind === "Slice")
    throw new TagError(`field ${path}: validation for map of slices is not supported`, line);
}

/** Returns why the generator does not take a type (validation-gen's verifySupportedType). */
function unsupported(type: GoType): string | undefined {
  switch (type.kind) {
    case "Builtin":
    case "Struct":
    case "Interface":
      return undefined;
    case "Alias":
      return type.underlying?.kind === "Pointer" ? "typedefs to pointers are not supported" : undefined;
    case "Pointer":
      return unsupportedPointer(type);
    case "Array":
      return "fixed-size arrays are not supported";
    case "Slice":
      return unsupportedList(type);
    case "Map":
      return unsupportedMap(type);
    case "Chan":
    case "Func":
    case "Unsupported":
      return `kind ${type.kind} is not supported`;
  }
}

function unsupportedPointer({ elem }: GoType): string | undefined {
  const kind = elem && nativeType(elem).kind;
  if (kind === "Pointer") return "pointers to pointers are not supported";
  if (kind === "Slice" || kind === "Array") return "pointers to lists are not supported";
  return kind === "Map" ? "pointers to maps are not supported" : undefined;
}

function unsupportedList({ elem }: GoType): string | undefined {
  const native = elem && nativeType(elem);
  if (native?.kind === "Pointer") return "lists of pointers are not supported";
  if (native?.kind === "Map") return "lists of maps are not supported";
  const isOfBytes = native?.elem !== undefined && isByte(nativeType(native.elem));
  return native?.kind === "Slice" && !isOfBytes ? "lists of lists are not supported" : undefined;
}

function unsupportedMap({ key, elem }: GoType): string | undefined {
  if (key === undefined || !isString(nativeType(key))) return "maps with non-string keys are not supported";
  const kind = elem && nativeType(elem).kind;
  if (kind === "Pointer") return "maps of pointers are not supported";
  return kind === "Map" ? "maps of maps are not supported" : undefined;
}
