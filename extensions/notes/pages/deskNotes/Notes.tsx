import { Title } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, NotesProps, Texts } from '../../notes.gen.ts';
import { NoteList } from '../../src/note-list.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    notes(kind: getContextValue("kind"), id: getContextValue("id")) { id text author writtenAt isOwn }
    add: url(routeId: "addNote", params: { kind: getContextValue("kind"), id: getContextValue("id") })
    remove: url(routeId: "removeNote", params: { kind: getContextValue("kind"), id: getContextValue("id") })
  }
`;

/** Shows a refused form again, and notes about a thing whose own page does not. */
export default function Notes(props: NotesProps) {
  const text = useText<Texts>();
  return (
    <>
      <Title title={text.plain('notes.title')} />
      <NoteList {...props} />
    </>
  );
}
