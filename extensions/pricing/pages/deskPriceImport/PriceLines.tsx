import { CsvField } from '@stoa/desk-ui';
import { type Hydrate, useForm } from 'stoa';
import type { Layout, UploadPrices } from '../../pricing.gen.ts';

export const layout: Layout = { areaId: 'deskImportFile', sortOrder: 10 };
export const hydrate: Hydrate = 'load';

/** The lines of a file of prices. */
export default function PriceLines() {
  return <CsvField form={useForm<UploadPrices>('uploadPrices')} />;
}
