import type { Resolvers } from '../invoice-documents.gen.ts';
import { listDocuments } from '../src/list-documents.ts';

export default {
  Query: {
    orderDocuments: (_root, { order, key }, context) => listDocuments(context, order, key),
  },
} satisfies Resolvers;
