import type { Resolvers } from '../desk.gen.ts';
import { customerRecords } from '../src/customer-records.ts';
import { findInvitation } from '../src/invitation-store.ts';
import { findMembers, findRole } from '../src/member-store.ts';
import { missingSecondFactor, permissionsOf } from '../src/roles.ts';

export default {
  Query: {
    permissionsOf: async (_root, { customer }, context) =>
      permissionsOf(context, { customerId: customer, role: await findRole(context.database, customer) }),
    deskSecondFactor: async (_root, _args, context) => {
      const { caller, database } = context;
      if (caller.kind !== 'user' || (await findRole(database, caller.id)) === undefined) return null;
      return (await missingSecondFactor(context, caller.id)) ?? null;
    },
    deskMembers: async (_root, _args, { database, url }) => {
      const members = await findMembers(database);
      return members.map((member) => ({
        ...member,
        change: url('changeMember', { customerId: member.customerId }),
        removal: url('removeMember', { customerId: member.customerId }),
      }));
    },
    deskRoles: (_root, _args, { settings }) => Object.keys(settings.roles),
    deskInvitation: async (_root, { key }, { database }) => (key ? await findInvitation(database, key) : null),
    customerRecords: (_root, { customer }, { database }) => customerRecords(database, customer),
  },
} satisfies Resolvers;
