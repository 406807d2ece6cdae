import { absoluteUrl, type Handler } from 'stoa';
import type { Sitemap } from '../../catalog.gen.ts';
import { listAddresses } from '../../src/product-store.ts';

/** The most addresses that a sitemap may have (sitemaps.org). */
const most = 50_000;

const sitemap: Handler<Sitemap> = async (request, response) => {
  const { shop } = request.context;
  const products = await listAddresses(request.context.database, most);
  const entries = products.map(({ address }) => {
    const location = absoluteUrl(request.context, request.context.url('productPage', { productId: address }));
    return `<url><loc>${location.replaceAll('&', '&amp;')}</loc></url>`;
  });
  if (shop.url === undefined) response.vary('Host');
  response
    .type('application/xml')
    .set({ 'cache-control': 'public, max-age=300' })
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    );
};

export default sitemap;
