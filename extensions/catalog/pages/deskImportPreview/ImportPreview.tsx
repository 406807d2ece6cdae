import { Facts, Form, Notice, Saved, Section, Table, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ApplyProducts, ImportPreviewProps, Layout, Texts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskImport(id: getContextValue("importId")) {
      applied added changed same
      errors { line field value }
      changes { line sku isNew fields { name from to } }
    }
    action: url(routeId: "applyProducts", params: { importId: getContextValue("importId") })
    another: url(routeId: "deskImport")
  }
`;

/** What a file would change, with a button that does it; or what is wrong, by line. */
export default function ImportPreview({ deskImport, action, another }: ImportPreviewProps) {
  const form = useForm<ApplyProducts>('applyProducts');
  const text = useText<Texts>();
  if (deskImport === null) return null;
  const { applied, added, changed, same, errors, changes } = deskImport;
  const isUseful = !applied && errors.length === 0 && added + changed > 0;
  return (
    <>
      <Title
        title={text.plain('import')}
        back={another === null ? undefined : { href: another, label: text('import.another') }}
      />
      <Saved of={{ applied: text('import.applied') }} />
      {errors.length > 0 && <Notice tone="bad">{text('import.refused')}</Notice>}
      <Section title={text(applied ? 'import.done' : 'import.would')}>
        <Facts
          items={[
            [text.plain('import.added'), added],
            [text.plain('import.changed'), changed],
            [text.plain('import.same'), same],
          ]}
        />
        {isUseful && <Form action={action} form={form} submit={text('import.apply')} />}
      </Section>
      {errors.length > 0 && (
        <Section title={text('import.errors')}>
          <Table
            caption={text.plain('import.errors')}
            columns={[
              { key: 'line', label: text.plain('import.line'), align: 'end' },
              { key: 'field', label: text.plain('import.column') },
              { key: 'value', label: text.plain('import.value') },
            ]}
            rows={errors.map(({ line, field, value }) => ({
              key: `${line} ${field}`,
              cells: { line, field: <bdi>{field}</bdi>, value: <bdi>{value}</bdi> },
            }))}
            empty={null}
          />
        </Section>
      )}
      {changes.length > 0 && (
        <Section title={text('import.changes')}>
          <Table
            caption={text.plain('import.changes')}
            columns={[
              { key: 'line', label: text.plain('import.line'), align: 'end' },
              { key: 'sku', label: text.plain('desk.sku') },
              { key: 'fields', label: text.plain('import.column') },
            ]}
            rows={changes.map(({ line, sku, isNew, fields }) => ({
              key: String(line),
              cells: {
                line,
                sku: <bdi>{sku}</bdi>,
                fields: isNew
                  ? text('import.newOne', { name: fields.find(({ name }) => name === 'name')?.to ?? '' })
                  : fields.map(({ name, from, to }) => (
                      <div key={name}>
                        <bdi>{name}</bdi>: <bdi>{from ?? ''}</bdi> → <bdi>{to}</bdi>
                      </div>
                    )),
              },
            }))}
            empty={null}
          />
        </Section>
      )}
    </>
  );
}
