import { CsvUploadPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, PriceFileProps, Texts, UploadPrices } from '../../pricing.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskImportFile'];
export const query = /* GraphQL */ `
  query {
    priceList(id: getContextValue("priceListId")) { name url }
    action: url(routeId: "uploadPrices", params: { priceListId: getContextValue("priceListId") })
    csv: url(routeId: "exportPrices", params: { priceListId: getContextValue("priceListId") })
  }
`;

/** Asks for a CSV file of the prices of a list. The next page says what it would change. */
export default function PriceFile({ priceList, action, csv }: PriceFileProps) {
  const form = useForm<UploadPrices>('uploadPrices');
  const text = useText<Texts>();
  if (priceList === null) return null;
  const { name, url } = priceList;
  const back = { href: url, label: name };
  return <CsvUploadPage title={text.plain('desk.import', { name })} {...{ back, csv, action, form }} />;
}
