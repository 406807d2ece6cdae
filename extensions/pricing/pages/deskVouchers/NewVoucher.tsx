import { Field, Form, Section } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { CreateVoucher, Layout, NewVoucherProps, Texts } from '../../pricing.gen.ts';
import { TimeFields } from '../../src/time-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "createVoucher") }
`;

/** The form of a new voucher. */
export default function NewVoucher({ action }: NewVoucherProps) {
  const form = useForm<CreateVoucher>('createVoucher');
  const text = useText<Texts>();
  const kinds = (['VOUCHER_PERCENT', 'VOUCHER_AMOUNT', 'FREE_DELIVERY'] as const).map(
    (kind) => [kind, text.plain(`desk.${kind}`)] as const,
  );
  const answers = [
    ['false', text.plain('desk.no')],
    ['true', text.plain('desk.yes')],
  ] as const;
  return (
    <Section title={text('desk.newVoucher')} id="new">
      <Form action={action === null ? null : `${action}#new`} form={form} submit={text('desk.add')}>
        <Field name="code" label={text('desk.code')} required maxLength={50} dir="ltr" />
        <Field name="kind" label={text('desk.kind')} type="select" value="VOUCHER_PERCENT" options={kinds} />
        <Field name="amount" label={text('desk.amount')} />
        <TimeFields />
        <Field name="onceEach" label={text('desk.onceEach')} type="select" value="false" options={answers} />
        <Field name="mostUses" label={text('desk.mostUses')} type="number" min={1} />
      </Form>
    </Section>
  );
}
