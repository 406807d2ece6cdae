import type { DocumentsProps, Layout } from '../../invoice-documents.gen.ts';
import { DocumentLinks } from '../../src/document-links.tsx';

export const layout: Layout = { areaId: 'orderBottom', sortOrder: 5 };
export const query = /* GraphQL */ `
  query { orderDocuments(order: getContextValue("orderId"), key: getContextValue("key")) { kind number url } }
`;

/** What the buyer may keep. */
export default function Documents({ orderDocuments }: DocumentsProps) {
  if (orderDocuments === null || orderDocuments.length === 0) return null;
  return <DocumentLinks documents={orderDocuments} />;
}
