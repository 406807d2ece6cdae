import { Field, Form, Notice, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, usePage, useText } from 'stoa';
import type { ChangeMember, InviteMember, Layout, MembersProps, RemoveMember, Texts } from '../../desk.gen.ts';
import { MemberTable } from '../../src/member-table.tsx';
import { roleLabel } from '../../src/role-label.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskMembers { customerId name email role joinedAt change removal }
    deskRoles
    invite: url(routeId: "inviteMember")
    join: url(routeId: "deskJoin")
  }
`;

export default function Members({ deskMembers, deskRoles, invite, join }: MembersProps) {
  const text = useText<Texts>();
  const invited = useForm<InviteMember>('inviteMember');
  const refused = useForm<ChangeMember>('changeMember').message ?? useForm<RemoveMember>('removeMember').message;
  const roles = deskRoles.map((role) => [role, roleLabel(text, role)] as const);
  return (
    <>
      <Title title={text.plain('members')} />
      <Saved of={{ role: text('member.changed'), removal: text('member.removed') }} />
      {refused !== undefined && <Notice tone="bad">{refused}</Notice>}
      <InvitationLink join={join} />
      <Section title={text('members.all')}>
        <MemberTable members={deskMembers} roles={roles} />
      </Section>
      <Section title={text('invite')}>
        <Form action={invite} form={invited} submit={text('invite.submit')}>
          <Field
            name="role"
            label={text('member.role')}
            hint={text('invite.about')}
            type="select"
            options={roles}
            value="clerk"
          />
        </Form>
      </Section>
    </>
  );
}

/** The link that was just made, which nothing shows again. */
function InvitationLink({ join }: Pick<MembersProps, 'join'>) {
  const { origin, query } = usePage();
  const text = useText<Texts>();
  const { invited } = query;
  if (invited === undefined || join === null || !/^[\w-]{32}$/.test(invited)) return null;
  return (
    <Section title={text('invited')}>
      <Notice>{text('invited.about')}</Notice>
      <p>
        <code>{`${origin}${join}?key=${invited}`}</code>
      </p>
    </Section>
  );
}
