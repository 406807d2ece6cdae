import { Kind, parse } from 'graphql';
import { directivesOf, type ExtensionManifest } from 'stoa/tooling';
import type { ExtensionContract } from '../../shop/index.ts';

type Neighbours = Readonly<Record<string, ExtensionContract['gives']>>;

/**
 * A stand-in whose root fields give objects of the types of others that an extension extends. Without it, no query may
 * lead to them, because a contract has only the root fields that the extension itself uses.
 */
export function madeUpParents({ sdl }: Pick<ExtensionManifest, 'sdl'>, neighbours: Neighbours): Neighbours {
  const known = Object.values(neighbours).flatMap((offer) =>
    offer.sdl.map((text) => parse(text, { noLocation: true })),
  );
  const keyed = new Set(
    known.flatMap(({ definitions }) =>
      definitions.flatMap((node) =>
        node.kind === Kind.OBJECT_TYPE_DEFINITION && directivesOf(node, 'key').length > 0 ? node.name.value : [],
      ),
    ),
  );
  const extended = sdl.flatMap(({ document }) =>
    document.definitions.flatMap((node) => (node.kind === Kind.OBJECT_TYPE_EXTENSION ? node.name.value : [])),
  );
  const fields = [...new Set(extended)].filter((type) => keyed.has(type)).map((type) => `madeUp${type}: [${type}!]!`);
  if (fields.length === 0) return {};
  return { [parentsName]: { sdl: [`extend type Query { ${fields.join(' ')} }`], routes: {}, components: {} } };
}

const parentsName = 'made-up-parents';
