import { absoluteUrl, type Handler } from 'stoa';
import type { Sitemap } from '../../content.gen.ts';
import { readPages } from '../../src/read-pages.ts';

const sitemap: Handler<Sitemap> = async (request, response) => {
  const { shop, url } = request.context;
  const entries = (await readPages(request.context)).map(({ slug }) => {
    const location = absoluteUrl(request.context, url('contentPage', { slug }));
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
