import type { Part } from 'stoa';
import type { Resolvers } from '../second-factor.gen.ts';
import { type Factor, findCodes, findFactor, findOn, isOn, ownerOf } from '../src/factor-store.ts';
import { findMembers } from '../src/members.ts';
import { setupOf } from '../src/setup.ts';

const none: Factor = { secret: '', isOn: false, isFresh: false, codesLeft: 0, hasFreshCodes: false };

export default {
  Query: {
    secondFactor: async (_root, _args, context) => {
      const { caller, database } = context;
      if (caller.kind !== 'user') return null;
      return (await findFactor(database, ownerOf(context, caller.id))) ?? none;
    },
    memberFactors: async (_root, _args, context) => {
      const { caller, database, url } = context;
      const members = await findMembers(context);
      const on = await findOn(
        database,
        members.map(({ customerId }) => customerId),
      );
      return members
        .filter(({ customerId }) => on.has(customerId))
        .map(({ customerId, name, email }) => ({
          customerId,
          name: name ?? email ?? customerId,
          reset: caller.kind === 'user' && caller.id === customerId ? null : url('resetSecondFactor', { customerId }),
        }));
    },
    secondFactorPage: async (_root, { customer }, { database, url }) =>
      (await isOn(database, customer)) ? null : url('accountSecondFactor'),
  },
  SecondFactor: {
    setup: async ({ secret, isOn, isFresh }, _args, context) => (isFresh && !isOn ? setupOf(context, secret) : null),
    recoveryCodes: async ({ secret, isOn, hasFreshCodes }, { key }, { caller, database }) =>
      key && isOn && hasFreshCodes && caller.kind === 'user'
        ? await findCodes(database, { customer: caller.id, secret, key })
        : null,
  },
} satisfies Part<Resolvers<{ SecondFactor: Factor }>>;
