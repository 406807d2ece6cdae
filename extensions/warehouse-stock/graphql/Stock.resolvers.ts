import { availableOf, commitStock, holdStock, releaseStock, returnStock, setLevel } from '../src/ask-warehouse.ts';
import type { Resolvers } from '../warehouse-stock.gen.ts';

export default {
  Mutation: {
    holdStock: (_root, input, { mesh }, info) => holdStock((field, args) => mesh(field, args, info), input),
    commitStock: (_root, { order }, { mesh }, info) => commitStock((field, args) => mesh(field, args, info), order),
    releaseStock: (_root, { order, forGood }, { mesh }, info) =>
      releaseStock((field, args) => mesh(field, args, info), { order, forGood: forGood ?? false }),
    returnStock: (_root, input, { mesh }, info) => returnStock((field, args) => mesh(field, args, info), input),
    setStock: (_root, input, { mesh }, info) => setLevel((field, args) => mesh(field, args, info), input),
  },
  Variant: {
    available: {
      batch: (variants, _args, { mesh }, info) =>
        availableOf(
          (field, args) => mesh(field, args, info),
          variants.map(({ sku }) => sku),
        ),
    },
  },
} satisfies Resolvers;
