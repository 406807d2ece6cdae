import { type Handler, StoaError } from 'stoa';
import type { OrderDocument } from '../../invoice-documents.gen.ts';
import { findDocument } from '../../src/find-document.ts';
import { writeDocument } from '../../src/pdf/write-document.ts';

const orderDocument: Handler<OrderDocument> = async ({ context, params, query }, response) => {
  const document = await findDocument(context, { ...params, key: query.key });
  if (document === undefined) throw new StoaError('NOT_FOUND', { text: 'none' });
  const pdf = await writeDocument(context, document);
  response
    .set({
      'cache-control': 'no-store',
      'content-disposition': `inline; filename="${document.number}.pdf"`,
      'x-content-type-options': 'nosniff',
    })
    .type('application/pdf')
    .send(pdf);
};

export default orderDocument;
