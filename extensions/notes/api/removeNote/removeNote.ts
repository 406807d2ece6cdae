import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RemoveNote } from '../../notes.gen.ts';
import { deleteNote } from '../../src/note-store.ts';
import { pageOf } from '../../src/page-of.ts';

const removeNote: Handler<RemoveNote> = async (request, response) => {
  const { body, context, params, user } = request;
  await deleteNote(context.database, params, { note: body.note, author: user.id });
  answerSaved(request, response, { page: () => pageOf(context, params), saved: 'removal' });
};

export default removeNote;
