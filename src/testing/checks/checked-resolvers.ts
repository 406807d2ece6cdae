import { isObject, isPromise } from '#base';
import { type ResolverCall, type ResolverFile, type Subgraph, wrapResolvers, writtenFields } from '#engine';
import type { ExtensionManifest } from '#extensions';
import { indexTypes } from '../stand-in/type-index.ts';
import { type FitParts, misfit } from './fits-type.ts';

interface CheckedParts {
  readonly manifest: Pick<ExtensionManifest, 'sdl'>;
  readonly subgraph: Pick<Subgraph, 'document'> | undefined;
  /** Called with each result that is none of its type: `Product.reviews[0].rating: 'five' is no Int`. */
  readonly report: (problem: string) => void;
}

/** The same resolvers, each result of which is compared with its type in the SDL. */
export function checkedResolvers(files: readonly ResolverFile[], parts: CheckedParts): readonly ResolverFile[] {
  if (parts.subgraph === undefined) return files;
  const entries = files.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  const types = indexTypes(parts.subgraph.document);
  const own = writtenFields(parts.manifest.sdl);
  const fit: FitParts = {
    // Fields of other extensions are their affair.
    types: new Map(
      [...types].map(([name, type]) => [
        name,
        { ...type, fields: new Map([...type.fields].filter(([field]) => own.has(`${name}.${field}`))) },
      ]),
    ),
    resolved: new Set(
      entries.flatMap(([type, members]) =>
        isObject(members) ? Object.keys(members).map((field) => `${type}.${field}`) : [],
      ),
    ),
    leaves: new Map(entries.filter(([name]) => types.get(name)?.kind !== 'object')),
  };
  const check = (type: string, field: string, value: unknown): void => {
    const node = types.get(type)?.fields.get(field);
    const wrong = node === undefined ? undefined : misfit(value, node.type, fit, `${type}.${field}`);
    if (wrong !== undefined) parts.report(wrong);
  };
  return files.map((file) =>
    wrapResolvers(file, (call, { type, field, isBatch }) => {
      if (field.startsWith('__')) return call;
      if (!isBatch) return watched(call, (value) => check(type, field, value));
      return watched(call, (values) => {
        if (Array.isArray(values)) for (const value of values) check(type, field, value);
      });
    }),
  );
}

/** The same function, whose result is looked at. */
function watched(call: ResolverCall, look: (value: unknown) => void): ResolverCall {
  return (...args) => {
    const result = call(...args);
    if (!isPromise(result)) {
      look(result);
      return result;
    }
    return result.then((value: unknown) => {
      look(value);
      return value;
    });
  };
}
