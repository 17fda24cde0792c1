import { GoSourceError } from "./go-error.ts";
import { newType, predeclared, typeName, type GoType, type Kind } from "./go-type.ts";
import { knownPackage } from "./known-packages.ts";
import { parseGoFile } from "./parse-file.ts";
import type { FieldSyntax, GoFile, TypeDeclaration, TypeExpression } from "./syntax.ts";

interface PackageFile {
  readonly path: string;
  readonly file: GoFile;
  readonly declarations: ReadonlyMap<string, TypeDeclaration>;
}

/** The types of a package and of what it imports (gengo's types.Universe). */
export class Universe {
  readonly file: GoFile;
  readonly path: string;
  readonly #main: PackageFile;
  readonly #packages = new Map<string, PackageFile | undefined>();
  readonly #types = new Map<string, GoType>();
  readonly #underlyingOf = new Set<TypeDeclaration>();

  /** Reads a Go file as the package of its own name. Throws a GoSourceError for source that Go would refuse. */
  constructor(source: string) {
    this.file = parseGoFile(source);
    this.path = this.file.packageName;
    this.#main = packageFile(this.path, this.file);
    this.#packages.set(this.path, this.#main);
  }

  /** Resolves all declared types, and attaches comments to them, in the order of names. */
  declaredTypes(): readonly GoType[] {
    const types = this.file.types
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((declaration) => {
        const type = this.#declared(this.#main, declaration);
        type.comments = declaration.comments;
        type.detachedComments = declaration.detachedComments;
        if (!declaration.alias) type.line = declaration.line;
        return type;
      });
    for (const type of types) refuseRecursion(type);
    return [...new Set(types)].filter((type) => type.pkg === this.path);
  }

  /** Resolves a type as it is written in the package. */
  resolve(expression: TypeExpression): GoType {
    return this.#resolve(this.#main, expression);
  }

  #resolve(scope: PackageFile, expression: TypeExpression): GoType {
    switch (expression.kind) {
      case "name":
        return this.#named(scope, expression);
      case "pointer":
        return this.#interned(scope, expression, "Pointer");
      case "slice":
        return this.#interned(scope, expression, "Slice");
      case "array":
        return this.#interned(scope, expression, "Array");
      case "chan":
        return this.#interned(scope, expression, "Chan");
      case "map":
        return this.#interned(scope, expression, "Map");
      case "interface":
        return this.#interned(scope, expression, "Interface");
      case "func":
        return this.#interned(scope, expression, "Func");
      case "struct":
        return this.#interned(scope, expression, "Struct");
    }
  }

  /** Returns the one type without a name that is written like this. */
  #interned(scope: PackageFile, expression: TypeExpression, kind: Kind): GoType {
    const name = this.#written(scope, expression);
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const type = newType("", name, kind);
    this.#types.set(name, type);
    this.#fill(scope, type, expression);
    return type;
  }

  /** Adds the parts of a type that is no name. */
  #fill(scope: PackageFile, type: GoType, expression: TypeExpression): void {
    if ("elem" in expression) type.elem = this.#resolve(scope, expression.elem);
    if (expression.kind === "map") {
      type.key = this.#resolve(scope, expression.key);
    } else if (expression.kind === "struct") {
      refuseTwice(expression.fields);
      type.members = expression.fields.map((field) => ({
        ...field,
        type: this.#resolve(scope, field.type),
        writtenType: this.#written(scope, field.type),
      }));
    }
  }

  #named(scope: PackageFile, expression: TypeExpression & { readonly kind: "name" }): GoType {
    const { pkg, name, line } = expression;
    if (pkg !== undefined) return this.#imported(scope, pkg, name, line);
    const declaration = scope.declarations.get(name);
    if (declaration !== undefined) return this.#declared(scope, declaration);
    const known = predeclared.get(name);
    if (known === undefined) throw new GoSourceError(`undefined: ${name}`, line);
    return known;
  }

  #imported(scope: PackageFile, name: string, type: string, line: number): GoType {
    const path = scope.file.imports.get(name);
    if (path === undefined) throw new GoSourceError(`undefined: ${name}`, line);
    const target = this.#package(path);
    const declaration = target?.declarations.get(type);
    if (target !== undefined && declaration !== undefined) return this.#declared(target, declaration);
    if (target !== undefined) throw new GoSourceError(`undefined: ${name}.${type}`, line);
    const key = `${path}.${type}`;
    const known = this.#types.get(key) ?? newType(path, type, "Struct");
    this.#types.set(key, known);
    return known;
  }

  #package(path: string): PackageFile | undefined {
    const known = this.#packages.get(path);
    if (known !== undefined) return known;
    const source = knownPackage(path);
    const read = source === undefined ? undefined : packageFile(path, parseGoFile(source));
    this.#packages.set(path, read);
    return read;
  }

  /** Returns a declaration's type: a struct has its name, other defined types are `Alias` of what they stand for. */
  #declared(scope: PackageFile, declaration: TypeDeclaration): GoType {
    if (declaration.alias) return this.#guarded(declaration, () => this.#resolve(scope, declaration.type));
    const key = `${scope.path}.${declaration.name}`;
    const known = this.#types.get(key);
    if (known !== undefined) return known;
    const { scope: from, expression } = this.#underlying(scope, declaration);
    const aliased = expression.kind === "name" || expression.kind === "map" || expression.kind === "slice";
    const kinds = {
      struct: "Struct",
      interface: "Interface",
      pointer: "Pointer",
      array: "Array",
      chan: "Chan",
    } as const;
    const kind = aliased ? "Alias" : expression.kind === "func" ? "Func" : kinds[expression.kind];
    const type = newType(scope.path, declaration.name, kind, { line: declaration.line });
    this.#types.set(key, type);
    if (!aliased) this.#fill(from, type, expression);
    else {
      const underlying = this.#resolve(from, expression);
      type.underlying = underlying;
      if (underlying.kind === "Interface") type.kind = "Interface";
    }
    return type;
  }

  /** Follows names to a type that is none, or to a predeclared one. */
  #underlying(scope: PackageFile, declaration: TypeDeclaration): { scope: PackageFile; expression: TypeExpression } {
    return this.#guarded(declaration, () => {
      const expression = declaration.type;
      if (expression.kind !== "name") return { scope, expression };
      const path = expression.pkg === undefined ? scope.path : scope.file.imports.get(expression.pkg);
      const target = path === undefined ? undefined : this.#package(path);
      const next = target?.declarations.get(expression.name);
      return target === undefined || next === undefined ? { scope, expression } : this.#underlying(target, next);
    });
  }

  #guarded<T>(declaration: TypeDeclaration, follow: () => T): T {
    if (this.#underlyingOf.has(declaration))
      throw new GoSourceError(`invalid recursive type ${declaration.name}`, declaration.line);
    this.#underlyingOf.add(declaration);
    try {
      return follow();
    } finally {
      this.#underlyingOf.delete(declaration);
    }
  }

  /** Writes a type as go/types does, with the paths of packages. */
  #written(scope: PackageFile, expression: TypeExpression): string {
    const written = (part: TypeExpression): string => this.#written(scope, part);
    switch (expression.kind) {
      case "name":
        return predeclared.has(expression.name) &&
          expression.pkg === undefined &&
          !scope.declarations.has(expression.name)
          ? expression.name
          : typeName(this.#named(scope, expression));
      case "pointer":
        return `*${written(expression.elem)}`;
      case "slice":
        return `[]${written(expression.elem)}`;
      case "array":
        return `[${expression.length}]${written(expression.elem)}`;
      case "chan":
        return `${expression.direction}${written(expression.elem)}`;
      case "map":
        return `map[${written(expression.key)}]${written(expression.elem)}`;
      case "struct":
        return `struct{${expression.fields.map((field) => writtenField(field, written(field.type))).join("; ")}}`;
      case "interface":
      case "func":
        return expression.text;
    }
  }
}

const writtenField = ({ name, embedded, tag }: FieldSyntax, type: string): string =>
  `${embedded ? "" : `${name} `}${type}${tag === "" ? "" : ` ${JSON.stringify(tag)}`}`;

function packageFile(path: string, file: GoFile): PackageFile {
  const declarations = new Map<string, TypeDeclaration>();
  for (const declaration of file.types) {
    if (declarations.has(declaration.name))
      throw new GoSourceError(`${declaration.name} redeclared in this block`, declaration.line);
    declarations.set(declaration.name, declaration);
  }
  return { path, file, declarations };
}

/** A struct cannot contain itself but behind a pointer, list or map. */
function refuseRecursion(type: GoType, around: readonly GoType[] = []): void {
  if (around.includes(type)) throw new GoSourceError(`invalid recursive type ${type.name}`, type.line);
  const parts = type.kind === "Array" ? [type.elem] : type.members.map((member) => member.type);
  if (type.kind !== "Struct" && type.kind !== "Array") return;
  for (const part of parts) if (part !== undefined) refuseRecursion(part, [...around, type]);
}

function refuseTwice(fields: readonly FieldSyntax[]): void {
  const names = new Set<string>();
  for (const { name, line } of fields) {
    if (names.has(name) && name !== "_") throw new GoSourceError(`${name} redeclared`, line);
    names.add(name);
  }
}
