import {
  GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { didYouMean } from '../base/did-you-mean.ts';
import { isObject } from '../base/is-object.ts';
import { placeInCode, placeOfKey } from '../base/place-in-code.ts';
import { errorFinding, type Finding } from '../base/startup-error.ts';
import type { BatchResolver, Resolver } from '../extension-api.ts';
import type { ReferenceResolver } from './entities.ts';

export interface ResolverFile {
  readonly file: string;
  readonly value: unknown;
}

export interface ResolverScope {
  readonly schema: GraphQLSchema;
  /** `Type.field` of all fields that the extension's own SDL gives; others are their owners' business. */
  readonly ownFields: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
}

/** A resolver map whose every entry is known to fit the SDL. */
export interface CheckedResolvers {
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Resolver | BatchResolver>>;
  readonly references: ReadonlyMap<string, ReferenceResolver>;
  /** Scalars, enum values, `__resolveType`, `__isTypeOf`: as graphql-tools takes them. */
  readonly others: Readonly<Record<string, object>>;
  readonly findings: readonly Finding[];
}

/** A file, and which of its resolvers. */
type CodePath = readonly [file: string, ...path: readonly string[]];

/** Checks the default exports of all resolver files against the extension's SDL. */
export function checkResolvers(files: readonly ResolverFile[], scope: ResolverScope): CheckedResolvers {
  const check = new ResolverCheck(scope);
  for (const { file, value } of files) {
    if (!isObject(value))
      check.report(
        [file, 'export default'],
        `exports ${nameOf(value)} as its default`,
        'Export a map: by type, then field.',
      );
    else for (const [type, entry] of Object.entries(value)) check.type(file, type, entry);
  }
  return check;
}

class ResolverCheck implements CheckedResolvers {
  readonly fields = new Map<string, Map<string, Resolver | BatchResolver>>();
  readonly references = new Map<string, ReferenceResolver>();
  readonly others: Record<string, object> = {};
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

  type(file: string, name: string, entry: unknown): void {
    const { schema } = this.#scope;
    const type = schema.getType(name);
    if (name === 'Subscription')
      this.report([file, name], 'resolves Subscription, but subscriptions are not supported yet', 'Remove it.');
    else if (type === undefined || name.startsWith('_'))
      this.report(
        [file, name],
        `resolves "${name}", which is no type of this extension`,
        didYouMean(name, this.#typeNames()),
      );
    else if (isScalarType(type)) this.#scalar(file, name, entry);
    else if (!isObject(entry))
      this.report([file, name], `gives ${nameOf(entry)} for "${name}"`, 'Write a map from field to resolver.');
    else if (isObjectType(type))
      for (const [field, value] of Object.entries(entry)) this.#member(file, [name, field], value);
    else if (isEnumType(type)) this.#enumValues(file, name, entry);
    else if (isInterfaceType(type) || isUnionType(type)) this.#resolveType(file, name, entry);
    else this.report([file, name], `resolves "${name}", which is an input type`, 'Input types have no resolvers.');
  }

  #scalar(file: string, name: string, entry: unknown): void {
    if (!(entry instanceof GraphQLScalarType))
      this.report([file, name], `gives ${nameOf(entry)} for the scalar "${name}"`, 'Write a GraphQLScalarType.');
    else if (this.#once([file, name])) this.others[name] = entry;
  }

  #enumValues(file: string, name: string, entry: Readonly<Record<string, unknown>>): void {
    const type = this.#scope.schema.getType(name);
    const known = isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    for (const value of Object.keys(entry))
      if (!known.includes(value))
        this.report(
          [file, name, value],
          `gives "${name}.${value}", which is no value of that enum`,
          didYouMean(value, known),
        );
    if (this.#once([file, name]) && Object.keys(entry).every((value) => known.includes(value)))
      this.others[name] = entry;
  }

  #resolveType(file: string, name: string, entry: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(entry)) {
      if (field === '__resolveReference' && isInterfaceType(this.#scope.schema.getType(name)))
        this.#member(file, [name, field], value);
      else if (field !== '__resolveType')
        this.report(
          [file, name, field],
          `resolves "${name}.${field}", but "${name}" is abstract`,
          'Write the resolver on the object types.',
        );
      else if (typeof value !== 'function')
        this.report([file, name, field], `gives ${nameOf(value)} for "${name}.__resolveType"`, 'Write a function.');
      else if (this.#once([file, name, field])) this.others[name] = { __resolveType: value };
    }
  }

  #member(file: string, [type, field]: readonly [string, string], value: unknown): void {
    const name = `${type}.${field}`;
    if (field === '__isTypeOf') {
      if (typeof value !== 'function')
        this.report([file, type, field], `gives ${nameOf(value)} for "${name}"`, 'Write a function.');
      else if (this.#once([file, type, field])) this.others[type] = { ...this.others[type], __isTypeOf: value };
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
    else if (!isResolver(value))
      this.report(
        [file, type, field],
        `gives ${nameOf(value)} for "${name}"`,
        'Write a function, or { batch: a function }.',
      );
    else if (!this.#once([file, type, field])) return;
    else if (isReference) this.references.set(type, value);
    else
      this.fields.set(type, (this.fields.get(type) ?? new Map<string, Resolver | BatchResolver>()).set(field, value));
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

  #once(path: CodePath): boolean {
    const [file, ...names] = path;
    const name = names.join('.');
    const first = this.#files.get(name);
    this.#files.set(name, first ?? file);
    if (first === undefined) return true;
    const [what, fix] = [`resolves "${name}" a second time`, 'Keep one of the two resolvers.'];
    const related = [placeOfKey(first, names)];
    this.findings.push(errorFinding('RESOLVERS_INVALID', { where: placeOfKey(file, names), what, fix, related }));
    return false;
  }

  #typeNames(): readonly string[] {
    return Object.keys(this.#scope.schema.getTypeMap()).filter((name) => !name.startsWith('_'));
  }
}

function isResolver(value: unknown): value is Resolver | BatchResolver {
  if (typeof value === 'function') return true;
  return isObject(value) && typeof value.batch === 'function' && Object.keys(value).length === 1;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
