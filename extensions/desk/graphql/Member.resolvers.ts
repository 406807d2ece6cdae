import type { Resolvers } from '../desk.gen.ts';
import { customerRecords } from '../src/customer-records.ts';
import { findInvitation } from '../src/invitation-store.ts';
import { listAddress, viewAddress } from '../src/list-address.ts';
import { findMembers, findRole, hasOwner } from '../src/member-store.ts';
import { missingSecondFactor, permissionsOf } from '../src/roles.ts';
import { findViews } from '../src/view-store.ts';

export default {
  Query: {
    permissionsOf: async (_root, { customer }, context) =>
      permissionsOf(context, { customerId: customer, role: await findRole(context.database, customer) }),
    deskDoor: async (_root, _args, { caller, database }) => {
      if (caller.kind === 'user' && caller.permissions.includes('desk:use')) return 'OPEN';
      return (await hasOwner(database)) ? 'CLOSED' : 'NO_OWNER';
    },
    deskSecondFactor: async (_root, _args, context) => {
      const { caller, database } = context;
      if (caller.kind !== 'user' || (await findRole(database, caller.id)) === undefined) return null;
      return (await missingSecondFactor(context, caller.id)) ?? null;
    },
    deskViews: async (_root, { list }, context) => {
      const { caller, database, url } = context;
      const views = caller.kind === 'user' ? await findViews(database, caller.id, list) : [];
      const lists = [...new Set(views.map((view) => view.list))];
      const found = lists.map(async (each) => [each, await listAddress(context, each)] as const);
      const addresses = new Map(await Promise.all(found));
      return views.map(({ query, ...view }) => {
        const path = addresses.get(view.list);
        const removal = url('removeView', { viewId: view.id });
        return { ...view, removal, url: path === undefined ? null : viewAddress(path, query) };
      });
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
