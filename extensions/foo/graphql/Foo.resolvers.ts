import { oneForEach } from 'stoa';
import type { Resolvers } from '../foo.gen.ts';

interface Foo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

const foos: readonly Foo[] = [
  { id: '1', name: 'First foo', description: 'The one that every list starts with.' },
  { id: '2', name: 'Second foo', description: 'Much like the first, and a little later.' },
  { id: '3', name: 'Third foo', description: null },
];

export default {
  Query: {
    foo: (_root, { id }) => foos.find((foo) => foo.id === id) ?? null,
    foos: () => foos,
  },
  Foo: {
    // Called once for all Foos that another extension names by their key.
    __resolveReference: {
      batch: (references) =>
        oneForEach(
          references.map(({ id }) => id),
          foos,
          ({ id }) => id,
        ),
    },
  },
} satisfies Resolvers<{ Foo: Foo }>;
