import type { Resolvers } from '../notes.gen.ts';
import { findNotes, type NoteRow } from '../src/note-store.ts';

export default {
  Query: {
    notes: (_root, thing, { database }) => findNotes(database, thing),
    customerRecords: async (_root, { customer }, { database }) => {
      const notes = await findNotes(database, { kind: 'customer', id: customer });
      return [{ topic: 'notes', json: JSON.stringify(notes.map(({ text, writtenAt }) => ({ text, writtenAt }))) }];
    },
  },
  Note: {
    isOwn: ({ authorId }, _args, { caller }) => caller.kind === 'user' && caller.id === authorId,
  },
} satisfies Resolvers<{ Note: NoteRow }>;
