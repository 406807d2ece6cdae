import { useEffect, useState } from 'react';
import { type Hydrate, useForm, useText } from 'stoa';
import type { Layout, Texts, UploadProducts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskImportFile', sortOrder: 10 };
export const hydrate: Hydrate = 'load';
export const texts: readonly (keyof Texts)[] = ['import.choose', 'import.csv', 'import.hint'];

/** The lines of a file. With JavaScript, a file is chosen; without it, they are pasted. */
export default function CsvLines() {
  const text = useText<Texts>();
  const { values, errors } = useForm<UploadProducts>('uploadProducts');
  const [lines, setLines] = useState(values.csv ?? '');
  const [canChoose, setCanChoose] = useState(false);
  useEffect(() => setCanChoose(true), []);
  return (
    <>
      {canChoose && (
        <div className="desk-field">
          <label htmlFor="csv-file">{text('import.choose')}</label>
          <input
            id="csv-file"
            type="file"
            accept=".csv,text/csv"
            onChange={async ({ currentTarget }) => setLines((await currentTarget.files?.[0]?.text()) ?? '')}
          />
        </div>
      )}
      <div className="desk-field">
        <label htmlFor="csv">{text('import.csv')}</label>
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
          {text('import.hint')}
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
