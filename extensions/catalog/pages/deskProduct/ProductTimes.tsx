import { Field, Form, Section } from '@stoa/desk-ui';
import { useForm, useShop, useText } from 'stoa';
import type { Layout, ProductTimesProps, ScheduleProduct, Texts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 15 };
export const permissions = ['catalog:write'];
export const query = /* GraphQL */ `
  query {
    deskProduct(id: getContextValue("productId")) { published publishAt hideAt version }
    action: url(routeId: "scheduleProduct", params: { productId: getContextValue("productId") })
  }
`;

/** When the product is published, and when it is hidden. */
export default function ProductTimes({ deskProduct, action }: ProductTimesProps) {
  const form = useForm<ScheduleProduct>('scheduleProduct');
  const { timeZone } = useShop();
  const text = useText<Texts>();
  if (deskProduct === null || action === null) return null;
  const { published, publishAt, hideAt, version } = deskProduct;
  const hint = text('desk.timeHint', { zone: timeZone });
  const time = { type: 'datetime-local', hint } as const;
  return (
    <Section title={text('desk.times')} id="times">
      <Form action={`${action}#times`} form={form} submit={text('desk.save')} hidden={{ version }}>
        {!published && <Field name="publishAt" label={text('desk.publishAt')} value={publishAt} {...time} />}
        <Field name="hideAt" label={text('desk.hideAt')} value={hideAt} {...time} />
      </Form>
    </Section>
  );
}
