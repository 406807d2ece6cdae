import { CsvField } from '@stoa/desk-ui';
import { type Hydrate, useForm } from 'stoa';
import type { Layout, UploadProducts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'deskImportFile', sortOrder: 10 };
export const hydrate: Hydrate = 'load';

/** The lines of a file of products. */
export default function CsvLines() {
  return <CsvField form={useForm<UploadProducts>('uploadProducts')} />;
}
