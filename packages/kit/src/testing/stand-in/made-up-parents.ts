import { parse } from 'graphql';
import { type ExtensionManifest, writtenFields } from 'stoa/tooling';
import type { ExtensionContract } from '../../shop/index.ts';
import { indexTypes } from './type-index.ts';

type Neighbours = Readonly<Record<string, ExtensionContract['gives']>>;

/**
 * A stand-in whose root fields give objects of the types of others that an extension extends. Without it, no query may
 * lead to them, because a contract has only the root fields that the extension itself uses.
 */
export function madeUpParents({ sdl }: Pick<ExtensionManifest, 'sdl'>, neighbours: Neighbours): Neighbours {
  const known = Object.values(neighbours).flatMap((offer) => offer.sdl.flatMap((text) => [...indexTypes(parse(text))]));
  const keyed = new Set(known.flatMap(([name, { keys }]) => (keys.length > 0 ? name : [])));
  const extended = new Set([...writtenFields(sdl).values()].map(({ type }) => type));
  const fields = [...extended].filter((type) => keyed.has(type)).map((type) => `madeUp${type}: [${type}!]!`);
  if (fields.length === 0) return {};
  return { [parentsName]: { sdl: [`extend type Query { ${fields.join(' ')} }`], routes: {}, components: {} } };
}

const parentsName = 'made-up-parents';
