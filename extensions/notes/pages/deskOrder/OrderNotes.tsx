import type { Layout, OrderNotesProps } from '../../notes.gen.ts';
import { NoteList } from '../../src/note-list.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 40 };
export const permissions = ['notes:write'];
export const query = /* GraphQL */ `
  query {
    notes(kind: "order", id: getContextValue("orderId")) { id text author writtenAt isOwn }
    add: url(routeId: "addNote", params: { kind: "order", id: getContextValue("orderId") })
    remove: url(routeId: "removeNote", params: { kind: "order", id: getContextValue("orderId") })
  }
`;

export default function OrderNotes(props: OrderNotesProps) {
  return <NoteList {...props} />;
}
