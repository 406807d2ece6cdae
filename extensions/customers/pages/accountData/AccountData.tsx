import { useForm, useText } from 'stoa';
import type { AccountDataProps, DeleteCustomer, Layout, Texts } from '../../customers.gen.ts';
import { ownPassword } from '../../src/form-fields.ts';
import { FormPage } from '../../src/form-page.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "deleteCustomer")
    file: url(routeId: "exportCustomer")
  }
`;

export default function AccountData({ action, file }: AccountDataProps) {
  const text = useText<Texts>();
  const form = useForm<DeleteCustomer>('deleteCustomer');
  if (action === null || file === null) return null;
  return (
    <FormPage
      title={text.plain('data.title')}
      action={action}
      form={form}
      submit={text('data.delete')}
      lead={
        <>
          <p>
            <a href={file} download>
              {text('data.download')}
            </a>
          </p>
          <h2>{text('data.delete')}</h2>
          <p>{text('data.hint')}</p>
        </>
      }
      fields={[ownPassword]}
    />
  );
}
