import { CsvUploadPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ImportFileProps, Layout, Texts, UploadProducts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskImportFile'];
export const query = /* GraphQL */ `
  query {
    action: url(routeId: "uploadProducts")
    list: url(routeId: "deskProducts")
    csv: url(routeId: "exportProducts")
  }
`;

/** Asks for the lines of a CSV file. The next page says what it would change. */
export default function ImportFile({ action, list, csv }: ImportFileProps) {
  const form = useForm<UploadProducts>('uploadProducts');
  const text = useText<Texts>();
  const back = { href: list, label: text('desk.products') };
  return <CsvUploadPage title={text.plain('import')} {...{ back, csv, action, form }} />;
}
