import type { Resolvers } from 'stoa';
import { operatingOf } from '../src/operating-of.ts';

export default {
  Query: {
    overview: (_root, _args, context) => operatingOf(context).overview(),
    map: (_root, _args, context) => operatingOf(context).map(),
    generations: (_root, _args, context) => operatingOf(context).generations(),
    errors: (_root, { id }, context) => operatingOf(context).errors(typeof id === 'string' ? id.trim() : ''),
    slowest: (_root, _args, context) => operatingOf(context).slowest(),
    config: (_root, _args, context) => operatingOf(context).config(),
    source: (_root, { at }, context) => (typeof at === 'string' ? operatingOf(context).source(at) : null),
  },
} satisfies Resolvers;
