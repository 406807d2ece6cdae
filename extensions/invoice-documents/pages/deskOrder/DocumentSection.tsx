import { Section } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { DocumentSectionProps, Layout, Texts } from '../../invoice-documents.gen.ts';
import { DocumentLinks } from '../../src/document-links.tsx';

export const layout: Layout = { areaId: 'deskSections', sortOrder: 30 };
export const permissions = ['orders:write'];
export const query = /* GraphQL */ `
  query { orderDocuments(order: getContextValue("orderId")) { kind number url } }
`;

/** Invoice and credit notes of the order. */
export default function DocumentSection({ orderDocuments }: DocumentSectionProps) {
  const text = useText<Texts>();
  if (orderDocuments === null || orderDocuments.length === 0) return null;
  return (
    <Section title={text('documents')} id="documents">
      <DocumentLinks documents={orderDocuments} />
    </Section>
  );
}
