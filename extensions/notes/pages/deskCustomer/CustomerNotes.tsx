import type { CustomerNotesProps, Layout } from '../../notes.gen.ts';
import { NoteList } from '../../src/note-list.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 40 };
export const permissions = ['notes:write'];
export const query = /* GraphQL */ `
  query {
    notes(kind: "customer", id: getContextValue("customerId")) { id text author writtenAt isOwn }
    add: url(routeId: "addNote", params: { kind: "customer", id: getContextValue("customerId") })
    remove: url(routeId: "removeNote", params: { kind: "customer", id: getContextValue("customerId") })
  }
`;

export default function CustomerNotes(props: CustomerNotesProps) {
  return <NoteList {...props} />;
}
