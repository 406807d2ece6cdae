import { Field, Form, Saved, Section } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { AddNote, NotesProps, RemoveNote, Texts } from '../notes.gen.ts';
import styles from './note-list.module.css';

/** The notes about a thing, and a form for one more. */
export function NoteList({ notes, add, remove }: NotesProps) {
  const text = useText<Texts>();
  const adding = useForm<AddNote>('addNote');
  const removing = useForm<RemoveNote>('removeNote');
  return (
    <Section title={text('notes.title')} id="notes">
      <Saved of={{ note: text('notes.saved'), removal: text('notes.removed') }} />
      <Form action={add} form={adding} submit={text('notes.add')} keyField="key">
        <Field name="text" label={text('notes.text')} type="textarea" maxLength={2000} dir="auto" required />
      </Form>
      {notes?.map(({ id, text: words, author, writtenAt, isOwn }) => (
        <article key={id} className={styles.note}>
          <p className="desk-hint">
            <bdi>{author ?? '–'}</bdi>, {text('notes.at', { at: writtenAt })}
          </p>
          <p className={styles.text} dir="auto">
            {words}
          </p>
          {isOwn && (
            <Form
              action={remove}
              form={removing.values.note === id ? removing : undefined}
              submit={text('notes.remove')}
              hidden={{ note: id }}
              inline
            />
          )}
        </article>
      ))}
    </Section>
  );
}
