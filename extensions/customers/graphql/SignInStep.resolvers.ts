import type { Part } from 'stoa';
import type { Resolvers } from '../customers.gen.ts';
import { findWaiting } from '../src/sign-in-steps.ts';

export default {
  Query: {
    // The password and the link of a mail are asked for before.
    signInSteps: () => [],
    signInStep: async (_root, { key }, context) => {
      const [step] = (await findWaiting(context, key))?.steps ?? [];
      return step ?? null;
    },
  },
  Mutation: {
    // Of a step that no extension has.
    checkSignInStep: () => ({ isRight: false, isBlocked: false, refusal: null }),
  },
} satisfies Part<Resolvers>;
