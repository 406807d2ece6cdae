import type { Part } from 'stoa';
import type { Resolvers } from '../second-factor.gen.ts';
import { isOn, ownerOf, useCode } from '../src/factor-store.ts';

export default {
  Query: {
    signInSteps: async (_root, { customer }, { database, text }) => {
      if (!(await isOn(database, customer))) return [];
      const words = { title: text('signIn.title'), label: text('code.label'), hint: text('signIn.hint') };
      return [{ __typename: 'SecondFactorStep', code: 'SECOND_FACTOR_REQUIRED', ...words }];
    },
    customerRecords: async (_root, { customer }, { database }) => [
      { topic: 'secondFactor', json: JSON.stringify({ isOn: await isOn(database, customer) }) },
    ],
  },
  Mutation: {
    checkSignInStep: async (_root, { customer, code }, context) => {
      const { database, text } = context;
      const owner = ownerOf(context, customer);
      const outcome = await database.transaction((transaction) => useCode(transaction, owner, { code, state: 'on' }));
      const isBlocked = outcome === 'blocked';
      const refusal = isBlocked ? text('code.blocked') : text('code.wrong');
      return { isRight: outcome === 'right', isBlocked, refusal: outcome === 'right' ? null : refusal };
    },
  },
} satisfies Part<Resolvers>;
