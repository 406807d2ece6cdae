import { parse, Source } from 'graphql';
import type { ExtensionManifest } from '#extensions';
import { testManifest } from './test-manifests.ts';

/** An extension with nothing but SDL, in one file or in several. */
export function manifestOf(id: string, ...sdl: readonly string[]): ExtensionManifest {
  return {
    ...testManifest(id),
    sdl: sdl.map((text, index) => {
      const file = `/shop/extensions/${id}/graphql/${index === 0 ? 'schema' : `schema-${index + 1}`}.graphql`;
      return { file, document: parse(new Source(text, file)) };
    }),
    resolverFiles: [`/shop/extensions/${id}/graphql/schema.resolvers.ts`],
  };
}
