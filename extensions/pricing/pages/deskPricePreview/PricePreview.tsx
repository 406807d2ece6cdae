import { CsvPreviewPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ApplyPrices, Layout, PricePreviewProps, Texts } from '../../pricing.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    priceImport(id: getContextValue("importId"), priceListId: getContextValue("priceListId")) {
      applied added changed same
      errors { line field value why }
      changes { line sku isNew fields { name from to } }
    }
    priceList(id: getContextValue("priceListId")) { name }
    action: url(
      routeId: "applyPrices"
      params: { priceListId: getContextValue("priceListId"), importId: getContextValue("importId") }
    )
    another: url(routeId: "deskPriceImport", params: { priceListId: getContextValue("priceListId") })
  }
`;

/** What a file of prices would change, with a button that does it; or what is wrong, by line. */
export default function PricePreview({ priceImport, priceList, action, another }: PricePreviewProps) {
  const form = useForm<ApplyPrices>('applyPrices');
  const text = useText<Texts>();
  if (priceImport === null || priceList === null) return null;
  const title = text.plain('desk.import', { name: priceList.name });
  return <CsvPreviewPage title={title} preview={priceImport} {...{ action, form, another }} />;
}
