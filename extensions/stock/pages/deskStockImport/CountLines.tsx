import { CsvField } from '@stoa/desk-ui';
import { type Hydrate, useForm } from 'stoa';
import type { Layout, UploadStock } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'deskImportFile', sortOrder: 10 };
export const hydrate: Hydrate = 'load';

/** The lines of a file of counts. */
export default function CountLines() {
  return <CsvField form={useForm<UploadStock>('uploadStock')} />;
}
