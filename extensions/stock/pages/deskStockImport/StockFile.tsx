import { CsvUploadPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, StockFileProps, Texts, UploadStock } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskImportFile'];
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "uploadStock")
    list: url(routeId: "deskStock")
    csv: url(routeId: "exportStock")
  }
`;

/** Asks for a CSV file of counts. The next page says what it would change. */
export default function StockFile({ action, list, csv }: StockFileProps) {
  const form = useForm<UploadStock>('uploadStock');
  const text = useText<Texts>();
  const back = { href: list, label: text('desk.stock') };
  return <CsvUploadPage title={text.plain('desk.import')} {...{ back, csv, action, form }} />;
}
