import { relative } from 'node:path';
import type { DocumentNode } from 'graphql';
import {
  type ExtensionManifest,
  isObject,
  placeOfKey,
  type ResolverCall,
  type ResolverCoordinate,
  type ResolverFile,
  wrapResolvers,
  writtenFields,
} from 'stoa/tooling';
import { indexTypes } from '../stand-in/type-index.ts';
import { type FitParts, isThenable, misfit } from './fits-type.ts';

interface CheckedParts {
  readonly manifest: Pick<ExtensionManifest, 'sdl'>;
  readonly subgraph: { readonly document: DocumentNode } | undefined;
  /** Called with each result that is none of its type: `Product.reviews[0].rating: 'five' is no Int`. */
  readonly report: (problem: string) => void;
  /** By `Type.field`: how often its resolver was called. Gets each resolver. */
  readonly calls: Map<string, number>;
}

const fix = 'Answer such a value, or change the type in the SDL.';

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
  const check = (file: string, place: ResolverCoordinate, value: unknown): void => {
    const { type, field } = place;
    const node = types.get(type)?.fields.get(field);
    const wrong = node === undefined ? undefined : misfit(value, node.type, fit, `${type}.${field}`);
    if (wrong !== undefined) parts.report(`${wrong} (${placeOf(file, place)})\n  fix: ${fix}`);
  };
  return files.map((resolvers) =>
    wrapResolvers(resolvers, (call, place) => {
      const { file } = resolvers;
      const { type, field, isBatch } = place;
      if (field.startsWith('__')) return call;
      const name = `${type}.${field}`;
      const count = (added: number) => parts.calls.set(name, (parts.calls.get(name) ?? 0) + added);
      count(0);
      const started: ResolverCall = (...args) => {
        count(1);
        return call(...args);
      };
      if (!isBatch) return watched(started, (value) => check(file, place, value));
      return watched(started, (values, parents) => {
        if (!Array.isArray(values)) return;
        for (const value of values) check(file, place, value);
        if (!Array.isArray(parents) || parents.length === values.length) return;
        const what = `${name}: ${values.length} answers for ${parents.length} parents (${placeOf(file, place)})`;
        parts.report(`${what}\n  fix: Answer one value for each parent, in their order; null where there is none.`);
      });
    }),
  );
}

function placeOf(file: string, { type, field }: ResolverCoordinate): string {
  return `${relative(process.cwd(), file)}:${placeOfKey(file, [type, field]).line}`;
}

/** The same function, whose result is looked at. */
function watched(call: ResolverCall, look: (value: unknown, first: unknown) => void): ResolverCall {
  return (...args) => {
    const result = call(...args);
    if (!isThenable(result)) {
      look(result, args[0]);
      return result;
    }
    return result.then((value: unknown) => {
      look(value, args[0]);
      return value;
    });
  };
}
