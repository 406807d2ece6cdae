import { Form, Notice, Saved, Section, Table } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, MemberFactorsProps, ResetSecondFactor, Texts } from '../../second-factor.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const permissions = ['desk:members'];
export const query = /* GraphQL */ `
  query { memberFactors { customerId name reset } }
`;

/** Members who sign in with a second factor. Each may lose the telephone. */
export default function MemberFactors({ memberFactors }: MemberFactorsProps) {
  const text = useText<Texts>();
  const { message } = useForm<ResetSecondFactor>('resetSecondFactor');
  return (
    <Section title={text('factor.title')} id="second-factor">
      <Saved of={{ secondFactor: text('reset.done') }} />
      {message !== undefined && <Notice tone="bad">{message}</Notice>}
      <p className="desk-hint">{text('reset.about')}</p>
      <Table
        caption={text.plain('factor.title')}
        columns={[
          { key: 'name', label: text.plain('reset.member') },
          { key: 'reset', label: text.plain('reset.action') },
        ]}
        rows={memberFactors.map(({ customerId, name, reset }) => ({
          key: customerId,
          cells: {
            name: <bdi>{name}</bdi>,
            reset: reset === null ? text('reset.own') : <Form action={reset} submit={text('reset.submit')} danger />,
          },
        }))}
        empty={text('reset.empty')}
      />
    </Section>
  );
}
