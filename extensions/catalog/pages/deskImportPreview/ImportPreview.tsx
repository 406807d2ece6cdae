import { CsvPreviewPage } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { ApplyProducts, ImportPreviewProps, Layout, Texts } from '../../catalog.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskImport(id: getContextValue("importId")) {
      applied added changed same
      errors { line field value why }
      changes { line sku isNew fields { name from to } }
    }
    action: url(routeId: "applyProducts", params: { importId: getContextValue("importId") })
    another: url(routeId: "deskImport")
  }
`;

/** What a file would change, with a button that does it; or what is wrong, by line. */
export default function ImportPreview({ deskImport, action, another }: ImportPreviewProps) {
  const form = useForm<ApplyProducts>('applyProducts');
  const text = useText<Texts>();
  if (deskImport === null) return null;
  const props = { preview: deskImport, action, form, another, nameColumn: 'name' };
  return <CsvPreviewPage title={text.plain('import')} {...props} />;
}
