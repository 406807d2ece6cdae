import { useEffect, useState } from 'react';
import { Area, useShop } from 'stoa';
import { csvWords } from './csv-words.ts';
import { Form, type FormState } from './form.tsx';
import type { CsvPreview } from './keep-csv.ts';
import { type Back, Facts, LinkButton, Notice, Saved, Section, Title } from './parts.tsx';
import { Table } from './table.tsx';

const useCsvWords = () => csvWords(useShop().locale);

interface CsvLinksProps {
  /** The route that exports. Null where it is away. */
  readonly csv: string | null;
  /** The page that imports. Null where it is away. */
  readonly upload?: string | null;
}

/** Links to a CSV file of what a page has, and to the page that imports one. */
export function CsvLinks({ csv, upload = null }: CsvLinksProps) {
  const words = useCsvWords();
  return (
    <>
      {csv !== null && <LinkButton href={csv}>{words.asCsv}</LinkButton>}
      {upload !== null && <LinkButton href={upload}>{words.importCsv}</LinkButton>}
    </>
  );
}

interface CsvUploadPageProps {
  readonly title: string;
  readonly back?: Back;
  /** The route that exports. */
  readonly csv: string | null;
  /** The route that takes the field `csv`. */
  readonly action: string | null;
  readonly form: FormState;
}

/** A page that asks for a CSV file. `<CsvField>` stands in its area `deskImportFile`. */
export function CsvUploadPage({ title, back, csv, action, form }: CsvUploadPageProps) {
  const words = useCsvWords();
  return (
    <>
      <Title title={title} back={back} actions={<CsvLinks csv={csv} />} />
      <Section title={words.file}>
        <Form action={action} form={form} submit={words.look}>
          <Area id="deskImportFile" />
        </Form>
      </Section>
    </>
  );
}

/** The lines of a file. With JavaScript, a file is chosen; without it, they are pasted. */
export function CsvField({ form: { values, errors } }: { readonly form: FormState }) {
  const words = useCsvWords();
  const [lines, setLines] = useState(values.csv ?? '');
  const [canChoose, setCanChoose] = useState(false);
  useEffect(() => setCanChoose(true), []);
  return (
    <>
      {canChoose && (
        <div className="desk-field">
          <label htmlFor="csv-file">{words.choose}</label>
          <input
            id="csv-file"
            type="file"
            accept=".csv,text/csv"
            onChange={async ({ currentTarget }) => setLines((await currentTarget.files?.[0]?.text()) ?? '')}
          />
        </div>
      )}
      <div className="desk-field">
        <label htmlFor="csv">{words.lines}</label>
        <textarea
          id="csv"
          name="csv"
          rows={10}
          dir="ltr"
          required
          aria-invalid={errors.csv === undefined ? undefined : true}
          aria-describedby={errors.csv === undefined ? 'csv-hint' : 'csv-hint csv-error'}
          value={lines}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
        <p id="csv-hint" className="desk-hint">
          {words.hint}
        </p>
        {errors.csv !== undefined && (
          <p id="csv-error" className="desk-error">
            {errors.csv}
          </p>
        )}
      </div>
    </>
  );
}

interface CsvPreviewPageProps {
  readonly title: string;
  readonly preview: CsvPreview;
  /** The route that applies it. */
  readonly action: string | null;
  readonly form: FormState;
  /** The page that takes another file. */
  readonly another: string | null;
  /** The column that names what is new. Default: all its columns are shown. */
  readonly nameColumn?: string;
}

/** What a file would change, with a button that does it; or what is wrong, by line. Its `query` has `saved`. */
export function CsvPreviewPage({ title, preview, action, form, another, nameColumn }: CsvPreviewPageProps) {
  const words = useCsvWords();
  const { applied, added, changed, same, errors, changes } = preview;
  const isUseful = !applied && errors.length === 0 && added + changed > 0;
  return (
    <>
      <Title title={title} back={{ href: another, label: words.another }} />
      <Saved of={{ applied: words.applied }} />
      {errors.length > 0 && <Notice tone="bad">{words.refused}</Notice>}
      <Section title={applied ? words.done : words.would}>
        <Facts
          items={[
            [words.added, added],
            [words.changed, changed],
            [words.same, same],
          ]}
        />
        {isUseful && <Form action={action} form={form} submit={words.apply} />}
      </Section>
      {errors.length > 0 && <Errors errors={errors} />}
      {changes.length > 0 && <Changes changes={changes} nameColumn={nameColumn} />}
    </>
  );
}

function Errors({ errors }: Pick<CsvPreview, 'errors'>) {
  const words = useCsvWords();
  return (
    <Section title={words.errors}>
      <Table
        caption={words.errors}
        columns={[
          { key: 'line', label: words.line, align: 'end' },
          { key: 'field', label: words.column },
          { key: 'value', label: words.value },
          { key: 'why', label: words.errors },
        ]}
        rows={errors.map(({ line, field, value, why }) => ({
          key: `${line} ${field}`,
          cells: { line, field: <bdi>{field}</bdi>, value: <bdi>{value}</bdi>, why },
        }))}
        empty={null}
      />
    </Section>
  );
}

interface ChangesProps extends Pick<CsvPreview, 'changes'> {
  readonly nameColumn: string | undefined;
}

function Changes({ changes, nameColumn }: ChangesProps) {
  const words = useCsvWords();
  return (
    <Section title={words.changes}>
      <Table
        caption={words.changes}
        columns={[
          { key: 'line', label: words.line, align: 'end' },
          { key: 'sku', label: words.sku },
          { key: 'fields', label: words.column },
        ]}
        rows={changes.map(({ line, sku, isNew, fields }) => ({
          key: String(line),
          cells: {
            line,
            sku: <bdi>{sku}</bdi>,
            fields: (
              <div>
                {isNew && <div>{words.isNew}</div>}
                {fields
                  .filter(({ name }) => !isNew || nameColumn === undefined || name === nameColumn)
                  .map(({ name, from, to }) => (
                    <div key={name}>
                      <bdi>{name}</bdi>: {!isNew && <bdi>{from ?? ''}</bdi>} {isNew ? '' : '→'} <bdi>{to}</bdi>
                    </div>
                  ))}
              </div>
            ),
          },
        }))}
        empty={null}
      />
    </Section>
  );
}
