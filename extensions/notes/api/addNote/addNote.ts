import { answerSaved } from '@stoa/desk-ui';
import { refuse, typed } from '@stoa/desk-ui/forms';
import type { Handler } from 'stoa';
import type { AddNote } from '../../notes.gen.ts';
import { insertNote } from '../../src/note-store.ts';
import { pageOf } from '../../src/page-of.ts';

const mostCharacters = 2000;

const addNote: Handler<AddNote> = async (request, response) => {
  const { body, context, params, user } = request;
  const text = typed(body.text);
  if ([...text].length > mostCharacters) refuse('text', 'notes.wrong');
  const { data, errors, absent } = await context.query('{ me { name } }');
  // The note keeps the name for good.
  if (absent === undefined && errors !== undefined) throw new AggregateError(errors, errors[0]?.message);
  const author = { id: user.id, name: data?.me?.name ?? user.id };
  await insertNote(context.database, params, { author, text, key: body.key });
  answerSaved(request, response, { page: () => pageOf(context, params), saved: 'note', status: 201 });
};

export default addNote;
