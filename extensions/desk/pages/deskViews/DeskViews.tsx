import { Field, Form, Saved, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { DeskViewsProps, Layout, RemoveView, SaveView, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskViews { id name list url removal }
    save: url(routeId: "saveView")
  }
`;

/** What a person has saved of all lists. A view that was refused is here again. */
export default function DeskViews({ deskViews, save }: DeskViewsProps) {
  const text = useText<Texts>();
  const saving = useForm<SaveView>('saveView');
  const removing = useForm<RemoveView>('removeView');
  const { list, query: parameters } = saving.values;
  return (
    <>
      <Title title={text.plain('views')} />
      <Saved of={{ removed: text('view.removed') }} />
      {list !== undefined && (
        <Section title={text('view.save')}>
          <Form action={save} form={saving} submit={text('view.save')} hidden={{ list, query: parameters }}>
            <Field name="name" label={text('view.name')} required maxLength={60} dir="auto" />
          </Form>
        </Section>
      )}
      <Table
        caption={text.plain('views')}
        columns={[
          { key: 'name', label: text.plain('view.name') },
          { key: 'list', label: text.plain('view.list') },
          { key: 'removal', label: text.plain('setting.remove') },
        ]}
        rows={deskViews.map(({ id, name, list: page, url, removal }) => ({
          key: id,
          href: url,
          cells: {
            name: <bdi>{name}</bdi>,
            list: page,
            removal: <Form action={removal} form={removing} submit={text('view.remove', { name })} danger inline />,
          },
        }))}
        empty={text('views.none')}
      />
    </>
  );
}
