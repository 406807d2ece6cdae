import { GraphQLScalarType } from 'graphql';
import { isObject } from '#base';
import type { ResolverFile } from '#engine';
import { ServedContext } from './served-context.ts';

/** The same resolvers. Each one's promise rejects when the time of its extension is over. */
export function limitResolvers({ file, value }: ResolverFile): ResolverFile {
  if (!isObject(value)) return { file, value };
  const types = Object.entries(value).map(([type, entry]) => [
    type,
    isObject(entry) && !(entry instanceof GraphQLScalarType) ? limitMembers(entry) : entry,
  ]);
  return { file, value: Object.fromEntries(types) };
}

function limitMembers(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      if (isResolver(member)) return [name, limited(member)];
      const batch = isObject(member) ? member.batch : undefined;
      return [name, isResolver(batch) ? { batch: limited(batch) } : member];
    }),
  );
}

type Resolver = (...received: readonly unknown[]) => unknown;

function isResolver(value: unknown): value is Resolver {
  return typeof value === 'function';
}

function limited(resolver: Resolver): Resolver {
  return (...received) => {
    const outcome = resolver(...received);
    if (!(outcome instanceof Promise)) return outcome;
    const context = received.find((one) => one instanceof ServedContext);
    return context === undefined ? outcome : context.within(outcome);
  };
}
