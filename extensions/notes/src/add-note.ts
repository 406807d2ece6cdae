import { StoaError } from 'stoa';
import type { Context } from '../notes.gen.ts';
import { insertNote, type Thing } from './note-store.ts';

interface Written {
  readonly text: string;
  readonly key?: string | null | undefined;
}

/** Adds a note of the caller's. Throws UNAUTHENTICATED for guests. */
export async function addNote(context: Context, thing: Thing, { text, key }: Written): Promise<void> {
  const { caller } = context;
  if (caller.kind !== 'user') throw new StoaError('UNAUTHENTICATED', { text: 'notes.signIn' });
  const { data } = await context.query('{ me { name } }');
  const author = { id: caller.id, name: data?.me?.name ?? caller.id };
  await insertNote(context.database, thing, { author, text: text.trim(), key });
}
