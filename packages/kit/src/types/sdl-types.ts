import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  type SelectionSetNode,
} from 'graphql';
import { type Composition, describeSubschema, type ExtensionManifest, writtenFields } from 'stoa/tooling';
import { comment, literalText, objectText, unionText } from './text.ts';
import { fieldSetType, inputProperties, receivedLeaf, returnedScalar, wrapped } from './value-types.ts';

const roots: ReadonlySet<string> = new Set(['Query', 'Mutation']);

/** The types of an extension's SDL: `Graph` and `Resolvers`. Nothing without SDL. */
export function sdlTypes(manifest: ExtensionManifest, composition: Composition): readonly string[] {
  const { schema, needed } = describeSubschema(manifest, composition);
  if (schema === undefined) return [];
  const names = new Set(needed.map(({ type, field }) => `${type}.${field}`));
  return new SdlTypes(manifest, { composition, schema, needed: names }).write();
}

interface Described {
  readonly composition: Composition;
  readonly schema: GraphQLSchema;
  /** Fields that need a resolver, as `Type.field`. */
  readonly needed: ReadonlySet<string>;
}

class SdlTypes {
  readonly #manifest: ExtensionManifest;
  readonly #composition: Composition;
  readonly #schema: GraphQLSchema;
  readonly #written: ReadonlySet<string>;
  readonly #needed: ReadonlySet<string>;
  readonly #defined: ReadonlySet<string>;

  constructor(manifest: ExtensionManifest, { composition, schema, needed }: Described) {
    this.#manifest = manifest;
    this.#composition = composition;
    this.#schema = schema;
    this.#written = new Set(writtenFields(manifest.sdl).keys());
    this.#needed = needed;
    const definitions = manifest.sdl.flatMap(({ document }) => document.definitions);
    this.#defined = new Set(definitions.flatMap((node) => ('name' in node && node.name ? node.name.value : [])));
  }

  write(): readonly string[] {
    const types = Object.values(this.#schema.getTypeMap()).filter(
      (type) => !type.name.startsWith('_') && !isSpecifiedScalarType(type),
    );
    const objects = types.filter(isObjectType);
    const named = types.filter(({ name }) => !roots.has(name));
    const resolved = types.filter((type) => this.#defined.has(type.name) && !isInputObjectType(type));
    const values = named.map(
      (type) => `${comment(type.description, '  ')}  readonly ${type.name}: ${this.#value(type)};`,
    );
    const tables = objects.flatMap((type) => this.#fieldTable(type));
    const resolvers = this.#resolvers(resolved);
    const isRowUsed = [...values, ...tables, resolvers].some((text) => text.includes('Row<'));
    return [
      [
        "/** What stands for the types of the SDL in resolvers: `Graph['Review']`. Objects have their fields without arguments. */",
        `export interface Graph<${parameterFor(values)} = object> {`,
        ...values,
        '}',
      ].join('\n'),
      ...(isRowUsed ? [rowType] : []),
      [
        '/** The fields of each object: value and arguments. */',
        `interface Types<${parameterFor(tables)}> {`,
        ...tables,
        '}',
      ].join('\n'),
      resolvers,
    ];
  }

  #value(type: GraphQLNamedType): string {
    if (isEnumType(type)) return receivedLeaf(type);
    if (isScalarType(type)) return 'unknown';
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      return objectText(inputProperties(fields, this.#input, '    '), '  ');
    }
    if (isUnionType(type) || isInterfaceType(type))
      return unionText(this.#schema.getPossibleTypes(type).map(({ name }) => this.#row(name)));
    const keys = this.#keysOf(type);
    if (keys !== undefined) return unionText(keys.map((key) => this.#selected(type, key, 'returned')));
    const marked = this.#isMember(type) ? ` & { readonly __typename?: ${literalText(type.name)} }` : '';
    return `Plain<Types<Rows>[${literalText(type.name)}]>${marked}`;
  }

  /** The keys of an object that another extension owns. */
  #keysOf({ name }: GraphQLObjectType): readonly SelectionSetNode[] | undefined {
    const composed = this.#composition.types.get(name);
    const keys = composed?.keys.get(this.#manifest.id) ?? [];
    return composed?.owner === undefined || composed.owner === this.#manifest.id || keys.length === 0
      ? undefined
      : keys;
  }

  #selected({ name }: GraphQLObjectType, selection: SelectionSetNode, how: 'received' | 'returned'): string {
    return fieldSetType({ schema: this.#composition.schema, type: name, selection, how });
  }

  #isMember(type: GraphQLObjectType): boolean {
    const types = Object.values(this.#schema.getTypeMap());
    return types.some(
      (each) =>
        !each.name.startsWith('_') &&
        (isUnionType(each) || isInterfaceType(each)) &&
        this.#schema.isSubType(each, type),
    );
  }

  #row(name: string): string {
    return `Row<Rows, ${literalText(name)}>`;
  }

  readonly #input = (type: GraphQLNamedType): string =>
    isScalarType(type) && isSpecifiedScalarType(type) ? receivedLeaf(type) : this.#row(type.name);

  readonly #output = (type: GraphQLNamedType): string => returnedScalar(type.name) ?? this.#row(type.name);

  #fieldsOf(type: GraphQLObjectType): readonly GraphQLField<unknown, unknown>[] {
    const fields = Object.values(type.getFields());
    const isForeign = roots.has(type.name) || this.#keysOf(type) !== undefined;
    const own = fields.filter(({ name }) => this.#written.has(`${type.name}.${name}`));
    return isForeign || own.length > 0 ? own : fields;
  }

  #fieldTable(type: GraphQLObjectType): readonly string[] {
    const fields = this.#fieldsOf(type);
    if (fields.length === 0) return [];
    const lines = fields.map(({ name, args, description, type: output }) => {
      const value = wrapped(output, this.#output, 'null | undefined');
      const given = args.length === 0 ? '' : `, ${objectText(inputProperties(args, this.#input, '      '), '    ')}`;
      return `${comment(description, '    ')}    readonly ${name}: Field<${value}${given}>;`;
    });
    return [`  readonly ${type.name}: ${objectText(lines, '  ')};`];
  }

  #resolvers(types: readonly GraphQLNamedType[]): string {
    const isWhole = this.#manifest.resolverFiles.length <= 1 && this.#manifest.mesh === undefined;
    // A scalar without a resolver is passed on as it is.
    const scalars = types.filter(isScalarType).map(({ name }) => `readonly ${name}?: GraphQLScalarType;`);
    const entries = types.flatMap((type) => {
      const text = this.#resolversOf(type);
      return text === undefined ? [] : [`  readonly ${type.name}: ${text};`];
    });
    return [
      '/**',
      ' * The default export of `graphql/*.resolvers.ts`. Write `satisfies Resolvers`, or `satisfies Resolvers<{ Review:',
      ' * ReviewRow }>` where resolvers return a type of your own for a type of the SDL.',
      ' */',
      `export type Resolvers<Rows extends RowsOf<Graph, Rows> = object> = ${isWhole ? 'Complete' : 'Part'}<{`,
      ...entries,
      `}>${scalars.length === 0 ? '' : ` & { ${scalars.join(' ')} }`};`,
    ].join('\n');
  }

  #resolversOf(type: GraphQLNamedType): string | undefined {
    if (isEnumType(type)) return `EnumValues<${receivedLeaf(type)}, ${this.#row(type.name)}>`;
    if (isUnionType(type) || isInterfaceType(type)) {
      const names = unionText(this.#schema.getPossibleTypes(type).map(({ name }) => literalText(name)));
      const find = `TypeResolver<${this.#row(type.name)}, ${names}, Context>`;
      const reference = 'ReferenceResolver<object, unknown, Context>';
      return `{ readonly __resolveType?: ${find}${isInterfaceType(type) ? `; readonly __resolveReference?: ${reference}` : ''} }`;
    }
    return isObjectType(type) ? this.#objectResolvers(type) : undefined;
  }

  #objectResolvers(type: GraphQLObjectType): string | undefined {
    const fields = this.#fieldsOf(type);
    const composed = this.#composition.types.get(type.name);
    const requires = (name: string): SelectionSetNode | undefined =>
      composed?.fields.get(name)?.requires.get(this.#manifest.id);
    const plain = fields.filter(({ name }) => requires(name) === undefined);
    const parent = this.#parent(type);
    const parts = plain.length === 0 ? [] : [this.#fieldResolvers(type, plain, parent)];
    for (const field of fields) {
      const selection = requires(field.name);
      if (selection === undefined) continue;
      parts.push(this.#fieldResolvers(type, [field], `${parent} & ${this.#selected(type, selection, 'received')}`));
    }
    const typeOf = this.#isMember(type) ? ['readonly __isTypeOf?: TypeResolver<unknown, boolean, Context>;'] : [];
    const special = [...this.#reference(type), ...typeOf];
    if (special.length > 0) parts.push(`{ ${special.join(' ')} }`);
    return parts.length === 0 ? undefined : parts.join(' & ');
  }

  #parent(type: GraphQLObjectType): string {
    if (roots.has(type.name)) return 'unknown';
    const keys = this.#keysOf(type);
    if (keys === undefined) return this.#row(type.name);
    return bracketed(keys.map((key) => this.#selected(type, key, 'received')));
  }

  #fieldResolvers(type: GraphQLObjectType, fields: readonly GraphQLField<unknown, unknown>[], parent: string): string {
    const names = fields.map(({ name }) => name);
    const isAll = names.length === this.#fieldsOf(type).length;
    const table = `Types<Rows>[${literalText(type.name)}]`;
    const picked = isAll ? table : `Pick<${table}, ${unionText(names.map(literalText))}>`;
    const needed = names.filter((name) => this.#needed.has(`${type.name}.${name}`));
    return `FieldResolvers<${parent}, ${picked}, ${unionText(needed.map(literalText))}, Context>`;
  }

  #reference(type: GraphQLObjectType): readonly string[] {
    const keys = this.#composition.types.get(type.name)?.keys.get(this.#manifest.id) ?? [];
    if (keys.length === 0) return [];
    const isOwned = this.#composition.subgraphs.get(this.#manifest.id)?.ownedEntities.includes(type.name) === true;
    const references = bracketed(keys.map((key) => this.#selected(type, key, 'received')));
    const reference = `${references} & { readonly __typename: ${literalText(type.name)} }`;
    const resolver = `ReferenceResolver<${reference}, ${this.#row(type.name)}, Context>`;
    return [`readonly __resolveReference${isOwned ? '' : '?'}: ${resolver};`];
  }
}

const rowType = [
  '/** A type of your own for a type of the SDL, where `Resolvers<{ Review: ReviewRow }>` names one. */',
  'type Row<Rows, Name extends keyof Graph> = Name extends keyof Rows ? Rows[Name] : Graph<Rows>[Name];',
].join('\n');

/** TypeScript reports a type parameter that is not used, unless its name begins with an underscore. */
function parameterFor(lines: readonly string[]): string {
  return lines.some((line) => line.includes('<Rows')) ? 'Rows' : '_Rows';
}

function bracketed(types: readonly string[]): string {
  const text = unionText(types);
  return new Set(types).size > 1 ? `(${text})` : text;
}
