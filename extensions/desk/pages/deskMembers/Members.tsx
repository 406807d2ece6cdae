import { Field, Form, Notice, Saved, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useFormat, usePage, useText } from 'stoa';
import type { ChangeMember, InviteMember, Layout, MembersProps, RemoveMember, Texts } from '../../desk.gen.ts';
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
  const usual = deskRoles.includes('clerk') ? 'clerk' : deskRoles.findLast((role) => role !== 'owner');
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
            value={usual}
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

interface MemberTableProps {
  readonly members: MembersProps['deskMembers'];
  /** Each role with its label. */
  readonly roles: readonly (readonly [role: string, label: string])[];
}

/** The members, each with the forms that change the role and remove the person. */
function MemberTable({ members, roles }: MemberTableProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
  // Without its own role, a select would show the first one.
  const withOwn = (own: string) =>
    roles.some(([role]) => role === own) ? roles : [[own, roleLabel(text, own)] as const, ...roles];
  return (
    <Table
      caption={text.plain('members')}
      columns={[
        { key: 'name', label: text.plain('member.name') },
        { key: 'joined', label: text.plain('member.joined') },
        { key: 'role', label: text.plain('member.role') },
        { key: 'removal', label: text.plain('member.removal') },
      ]}
      rows={members.map(({ customerId, name, email, role, joinedAt, change, removal }) => ({
        key: customerId,
        cells: {
          name: (
            <>
              {name ?? customerId} <br />
              {email}
            </>
          ),
          joined: <time dateTime={joinedAt}>{day(joinedAt)}</time>,
          role: (
            <Form action={change} submit={text('member.change')} inline>
              <Field
                name="role"
                label={text('member.roleOf', { name: name ?? customerId })}
                isLabelHidden
                type="select"
                options={withOwn(role)}
                value={role}
              />
            </Form>
          ),
          removal: <Form action={removal} submit={text('member.remove')} danger />,
        },
      }))}
      empty={text('members.none')}
    />
  );
}
