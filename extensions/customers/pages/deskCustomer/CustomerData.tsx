import { Field, Form, Section } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { CustomerDataProps, EraseCustomer, Layout, Texts } from '../../customers.gen.ts';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 90 };
export const query = /* GraphQL */ `
  query {
    deskCustomer(id: getContextValue("customerId")) { id }
    file: url(routeId: "exportCustomerData", params: { customerId: getContextValue("customerId") })
    erase: url(routeId: "eraseCustomer", params: { customerId: getContextValue("customerId") })
  }
`;

/** What the law lets a customer ask for: all data as a file, and the end of the account. */
export default function CustomerData({ deskCustomer, file, erase }: CustomerDataProps) {
  const form = useForm<EraseCustomer>('eraseCustomer');
  const text = useText<Texts>();
  if (deskCustomer === null || file === null || erase === null) return null;
  return (
    <>
      <Section title={text('desk.data')}>
        <p>
          <a href={file} download>
            {text('desk.export')}
          </a>
        </p>
        <p className="desk-hint">{text('desk.exportHint')}</p>
      </Section>
      <Section title={text('desk.erase')} id="erase">
        <p>{text('desk.eraseHint')}</p>
        <Form action={`${erase}#erase`} form={form} submit={text('desk.erase')} danger>
          <Field
            name="email"
            label={text('desk.eraseEmail')}
            type="email"
            autoComplete="off"
            required
            maxLength={254}
          />
        </Form>
      </Section>
    </>
  );
}
