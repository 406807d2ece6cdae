import { type GraphQLSchema, isEnumType, isInterfaceType, isObjectType, isScalarType, isUnionType } from 'graphql';
import { didYouMean, errorFinding, type Finding, placeInCode, placeOfKey } from '#base';
import type { DescribedResolvers, DescribedType } from './describe-resolvers.ts';

export interface ResolverScope {
  readonly schema: GraphQLSchema;
  /** `Type.field` of all fields in the extension's own SDL. Stubs have fields of other extensions. */
  readonly ownFields: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  /** Types, and `Type.field`, of contributions to extensions that are not enabled. */
  readonly resting: ReadonlySet<string>;
}

type CodePath = readonly [file: string, ...path: readonly string[]];

/** Checks the exports of all resolver files against the extension's SDL. Runs no code of the extension. */
export function checkResolvers(files: readonly DescribedResolvers[], scope: ResolverScope): readonly Finding[] {
  const check = new ResolverCheck(scope);
  for (const { file, exports, types } of files) {
    if (exports !== 'a map')
      check.report([file, 'export default'], `exports ${exports} as its default`, 'Export a map: by type, then field.');
    else for (const [type, entry] of Object.entries(types)) check.type(file, type, entry);
  }
  return check.findings;
}

class ResolverCheck {
  readonly findings: Finding[] = [];
  readonly #files = new Map<string, string>();
  readonly #scope: ResolverScope;

  constructor(scope: ResolverScope) {
    this.#scope = scope;
  }

  report([file, ...path]: CodePath, what: string, fix: string): void {
    const where = path[0] === 'export default' ? placeInCode(file, path) : placeOfKey(file, path);
    this.findings.push(errorFinding('RESOLVERS_INVALID', { where, what, fix }));
  }

  type(file: string, name: string, { kind, members }: DescribedType): void {
    const { schema, resting } = this.#scope;
    const type = schema.getType(name);
    if (type === undefined && resting.has(name)) return;
    if (name === 'Subscription')
      this.report([file, name], 'resolves Subscription, but subscriptions are not supported yet', 'Remove it.');
    else if (type === undefined || name.startsWith('_'))
      this.report(
        [file, name],
        `resolves "${name}", which is no type of this extension`,
        didYouMean(name, this.#typeNames()),
      );
    else if (isScalarType(type)) this.#scalar(file, name, kind);
    else if (kind !== 'a map')
      this.report([file, name], `gives ${asObject(kind)} for "${name}"`, 'Write a map from field to resolver.');
    else if (isObjectType(type))
      for (const [field, value] of Object.entries(members)) this.#member(file, [name, field], value);
    else if (isEnumType(type)) this.#enumValues(file, name, members);
    else if (isInterfaceType(type) || isUnionType(type)) this.#resolveType(file, name, members);
    else this.report([file, name], `resolves "${name}", which is an input type`, 'Input types have no resolvers.');
  }

  #scalar(file: string, name: string, kind: string): void {
    if (kind !== 'a scalar')
      this.report([file, name], `gives ${asObject(kind)} for the scalar "${name}"`, 'Write a GraphQLScalarType.');
    else this.#once([file, name]);
  }

  #enumValues(file: string, name: string, members: DescribedType['members']): void {
    const type = this.#scope.schema.getType(name);
    const known = isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    for (const value of Object.keys(members))
      if (!known.includes(value))
        this.report(
          [file, name, value],
          `gives "${name}.${value}", which is no value of that enum`,
          didYouMean(value, known),
        );
    this.#once([file, name]);
  }

  #resolveType(file: string, name: string, members: DescribedType['members']): void {
    for (const [field, value] of Object.entries(members)) {
      if (field === '__resolveReference' && isInterfaceType(this.#scope.schema.getType(name)))
        this.#member(file, [name, field], value);
      else if (field !== '__resolveType')
        this.report(
          [file, name, field],
          `resolves "${name}.${field}", but "${name}" is abstract`,
          'Write the resolver on the object types.',
        );
      else this.#function([file, name, field], value);
    }
  }

  #member(file: string, [type, field]: readonly [string, string], value: string): void {
    const name = `${type}.${field}`;
    if (field === '__isTypeOf') {
      this.#function([file, type, field], value);
      return;
    }
    const isReference = field === '__resolveReference';
    if (isReference && !this.#scope.entities.has(type))
      this.report(
        [file, type, field],
        `resolves "${name}", but "${type}" has no @key`,
        `Write @key(fields: "...") on "${type}", or remove it.`,
      );
    else if (!isReference && !this.#ownsField(file, type, field)) return;
    else if (value !== 'a function' && value !== 'a batch')
      this.report([file, type, field], `gives ${value} for "${name}"`, 'Write a function, or { batch: a function }.');
    else this.#once([file, type, field]);
  }

  #function(path: readonly [file: string, type: string, field: string], value: string): void {
    const [, type, field] = path;
    if (value === 'a function') this.#once(path);
    else this.report(path, `gives ${asObject(value)} for "${type}.${field}"`, 'Write a function.');
  }

  #ownsField(file: string, type: string, field: string): boolean {
    const { schema, ownFields } = this.#scope;
    if (ownFields.has(`${type}.${field}`)) return true;
    const own = [...ownFields].filter((name) => name.startsWith(`${type}.`)).map((name) => name.slice(type.length + 1));
    const object = schema.getType(type);
    if (isObjectType(object) && object.getFields()[field] !== undefined && !field.startsWith('_'))
      this.report(
        [file, type, field],
        `resolves "${type}.${field}", which another extension owns`,
        'Remove the resolver, or define the field here with @override or @shareable.',
      );
    else
      this.report(
        [file, type, field],
        `resolves "${type}.${field}", which the SDL of this extension does not have`,
        didYouMean(field, own),
      );
    return false;
  }

  #once(path: CodePath): void {
    const [file, ...names] = path;
    const name = names.join('.');
    const first = this.#files.get(name);
    this.#files.set(name, first ?? file);
    if (first === undefined) return;
    const [what, fix] = [`resolves "${name}" a second time`, 'Keep one of the two resolvers.'];
    const related = [placeOfKey(first, names)];
    this.findings.push(errorFinding('RESOLVERS_INVALID', { where: placeOfKey(file, names), what, fix, related }));
  }

  #typeNames(): readonly string[] {
    return Object.keys(this.#scope.schema.getTypeMap()).filter((name) => !name.startsWith('_'));
  }
}

/** A kind in the words of a finding. Maps, scalars and batches are objects there. */
function asObject(kind: string): string {
  return kind === 'a map' || kind === 'a scalar' || kind === 'a batch' ? 'an object' : kind;
}
