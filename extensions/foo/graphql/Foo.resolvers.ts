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
} satisfies Resolvers;
