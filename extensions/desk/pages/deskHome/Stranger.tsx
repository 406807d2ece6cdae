import { Notice, Title } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Layout, StrangerProps, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { deskDoor }
`;

/** What a person finds here who is no member. */
export default function Stranger({ deskDoor }: StrangerProps) {
  const text = useText<Texts>();
  if (deskDoor !== 'NO_OWNER' && deskDoor !== 'CLOSED') return null;
  return (
    <>
      <Title title={text.plain('home')} />
      <Notice tone="warn">{text(deskDoor === 'NO_OWNER' ? 'door.noOwner' : 'door.closed')}</Notice>
    </>
  );
}
