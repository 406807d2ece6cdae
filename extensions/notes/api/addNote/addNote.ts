import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddNote } from '../../notes.gen.ts';
import { addNote as add } from '../../src/add-note.ts';
import { pageOf } from '../../src/page-of.ts';

const addNote: Handler<AddNote> = async (request, response) => {
  const { body, context, params } = request;
  await add(context, params, body);
  answerSaved(request, response, { page: () => pageOf(context, params), saved: 'note', status: 201 });
};

export default addNote;
