import { type Database, StoaError } from 'stoa';
import type { Context } from '../notes.gen.ts';

/** What notes are about. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
}

export interface NoteRow {
  readonly id: string;
  readonly text: string;
  readonly author: string | null;
  readonly authorId: string | null;
  readonly writtenAt: string;
}

interface NewNote {
  readonly text: string;
  readonly author: { readonly id: string; readonly name: string };
  readonly key?: string | null | undefined;
}

const findText = `
  select note_id::text as id, text, author, author_id as "authorId", written_at as "writtenAt"
  from note where subject = $1 order by note_id desc limit 1000`;
const insertText = `
  insert into note (subject, text, author_id, author, form_key) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning note_id::text as id`;
const deleteText = `
  delete from note where subject = $1 and note_id::text = $2 and author_id = $3 returning note_id`;

export function findNotes(database: Database, thing: Thing): Promise<readonly NoteRow[]> {
  return database.query<NoteRow>(findText, [subjectOf(thing)]);
}

/** The same text with the same key a second time changes nothing. */
export async function insertNote(
  database: Context['database'],
  thing: Thing,
  { text, author, key = null }: NewNote,
): Promise<void> {
  const subject = subjectOf(thing);
  await database.transaction(async (transaction) => {
    const [note] = await transaction.query<{ id: string }>(insertText, [subject, text, author.id, author.name, key]);
    if (note !== undefined) await transaction.record({ action: 'note.added', subject, to: { note: note.id } });
  });
}

/** Removes a note of the author. One that is gone stays so. Throws FORBIDDEN for a note of others. */
export async function deleteNote(
  database: Context['database'],
  thing: Thing,
  { note, author }: { readonly note: string; readonly author: string },
): Promise<void> {
  const subject = subjectOf(thing);
  await database.transaction(async (transaction) => {
    const [removed] = await transaction.query(deleteText, [subject, note, author]);
    if (removed !== undefined) await transaction.record({ action: 'note.removed', subject, from: { note } });
    else if ((await findNotes(transaction, thing)).some(({ id }) => id === note))
      throw new StoaError('FORBIDDEN', { text: 'notes.ofOthers' });
  });
}

function subjectOf({ kind, id }: Thing): string {
  return `${kind}:${id}`;
}
