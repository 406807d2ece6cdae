import type { Resolvers } from '../invoice-documents.gen.ts';
import { listDocuments } from '../src/list-documents.ts';
import { type BookedDocument, readBook, readSums, type SalesBook } from '../src/sales-book.ts';

export default {
  Query: {
    orderDocuments: (_root, { order, key }, context) => listDocuments(context, order, key),
    salesBook: (_root, asked, context) => readBook(context, asked),
  },
  SalesBook: { sums: ({ period }, _args, { database }) => readSums(database, period) },
  BookedDocument: {
    order: ({ orderId }) => ({ id: orderId }),
    url: ({ orderId, number }, _args, { url }) => url('orderDocument', { orderId, number }),
  },
} satisfies Resolvers<{ SalesBook: SalesBook; BookedDocument: BookedDocument }>;
