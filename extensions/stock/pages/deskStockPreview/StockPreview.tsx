import { CsvPreviewPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ApplyStock, Layout, StockPreviewProps, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    stockImport(id: getContextValue("importId")) {
      applied added changed same
      errors { line field value why }
      changes { line sku isNew fields { name from to } }
    }
    action: url(routeId: "applyStock", params: { importId: getContextValue("importId") })
    another: url(routeId: "deskStockImport")
  }
`;

/** What a file of counts would change, with a button that does it; or what is wrong, by line. */
export default function StockPreview({ stockImport, action, another }: StockPreviewProps) {
  const form = useForm<ApplyStock>('applyStock');
  const text = useText<Texts>();
  if (stockImport === null) return null;
  return <CsvPreviewPage title={text.plain('desk.import')} preview={stockImport} {...{ action, form, another }} />;
}
