import { Field, Form, Table } from '@stoa/desk-ui';
import { useFormat, useText } from 'stoa';
import type { MembersProps, Texts } from '../desk.gen.ts';

interface MemberTableProps {
  readonly members: MembersProps['deskMembers'];
  /** Each role with its label. */
  readonly roles: readonly (readonly [role: string, label: string])[];
}

/** The members, each with the forms that change the role and remove the person. */
export function MemberTable({ members, roles }: MemberTableProps) {
  const text = useText<Texts>();
  const { day } = useFormat();
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
                options={roles}
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
