import { Form, Notice, Title } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import type { JoinDesk, JoinProps, Layout, Texts } from '../../desk.gen.ts';
import { roleLabel } from '../../src/role-label.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "joinDesk") deskInvitation(key: getContextValue("key")) { role } }
`;

/** Following the link alone does nothing: programs that look into mails follow links, too. */
export default function Join({ action, deskInvitation }: JoinProps) {
  const { key = '' } = usePage().query;
  const text = useText<Texts>();
  const form = useForm<JoinDesk>('joinDesk');
  return (
    <>
      <Title title={text.plain('join')} />
      {deskInvitation === null ? (
        <Notice tone="bad">{text('join.over')}</Notice>
      ) : (
        <>
          <p>{text('join.about', { role: roleLabel(text, deskInvitation.role) })}</p>
          <Form action={action} form={form} submit={text('join')} hidden={{ key }} />
        </>
      )}
    </>
  );
}
