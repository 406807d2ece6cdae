import { type GraphQLSchema, isEnumType, isScalarType } from 'graphql';
import { isObject } from '../../base/is-object.ts';
import { isBatch, type ResolverFile } from './describe-resolvers.ts';
import type { ReferenceResolver } from './entities.ts';
import type { BatchResolver, Resolver } from './resolver.ts';

/** The functions of resolver files, sorted by what they are. */
export interface CollectedResolvers {
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Resolver | BatchResolver>>;
  readonly references: ReadonlyMap<string, ReferenceResolver>;
  /** Scalars, enum values, `__resolveType`, `__isTypeOf`: as graphql-tools takes them. */
  readonly others: Readonly<Record<string, object>>;
}

/** Takes the resolvers out of files that `checkResolvers` has found to fit the schema. */
export function collectResolvers(files: readonly ResolverFile[], schema: GraphQLSchema): CollectedResolvers {
  const fields = new Map<string, Map<string, Resolver | BatchResolver>>();
  const references = new Map<string, ReferenceResolver>();
  const others: Record<string, object> = {};
  const addMember = (type: string, field: string, value: unknown): void => {
    if (field === '__isTypeOf' || field === '__resolveType') others[type] = { ...others[type], [field]: value };
    else if (!isResolver(value)) return;
    else if (field === '__resolveReference') references.set(type, value);
    else fields.set(type, (fields.get(type) ?? new Map<string, Resolver | BatchResolver>()).set(field, value));
  };
  for (const { value } of files) {
    for (const [name, entry] of Object.entries(isObject(value) ? value : {})) {
      if (!isObject(entry)) continue;
      const type = schema.getType(name);
      if (isScalarType(type) || isEnumType(type)) others[name] = entry;
      else for (const [field, member] of Object.entries(entry)) addMember(name, field, member);
    }
  }
  return { fields, references, others };
}

function isResolver(value: unknown): value is Resolver | BatchResolver {
  return typeof value === 'function' || isBatch(value);
}
