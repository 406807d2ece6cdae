import type { Resolvers } from '../payment-sandbox.gen.ts';
import { findSession, type SessionRow } from '../src/session-store.ts';

export default {
  Query: {
    sandboxSession: async (_root, { id }, { database }) => (await findSession(database, id)) ?? null,
  },
  SandboxSession: {
    returnUrl: ({ status, successUrl, cancelUrl }) => (status === 'complete' ? successUrl : cancelUrl),
  },
} satisfies Resolvers<{ SandboxSession: SessionRow }>;
