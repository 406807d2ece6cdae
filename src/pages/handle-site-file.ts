import type { IncomingMessage, ServerResponse } from 'node:http';
import { endResponse, parseRequestTarget, requestIdOf } from '#http';
import { recordAs } from '#telemetry';
import { requireRead } from './asset-request.ts';
import { escapeHtml } from './document/escape-html.ts';
import { originOf } from './page-values.ts';
import type { PagesGateway } from './pages-gateway.ts';
import type { SiteFiles } from './site-files.ts';

/** Answers one of `siteFiles`. Throws RequestError METHOD_NOT_ALLOWED 405. */
export async function handleSiteFile(
  gateway: PagesGateway & { readonly edge: NonNullable<PagesGateway['edge']> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requestIdOf(request, response);
  recordAs(response, gateway.telemetry.asset);
  requireRead(request); // throws 405
  const { path } = parseRequestTarget(request.url); // throws BAD_USER_INPUT 400
  const { site } = gateway.pages;
  if (path === '/favicon.ico') {
    response.writeHead(302, { location: site.icon, 'cache-control': 'public, max-age=300', 'content-length': 0 }).end();
    return;
  }
  const { shop } = gateway.config;
  const text = textAt(path, site, originOf(shop, gateway.edge.clientOf(request)));
  response.setHeader(
    'content-type',
    path.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
  );
  response.setHeader('content-length', Buffer.byteLength(text));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cache-control', 'public, max-age=300');
  // Without an address of the shop, those in the file begin with the host that was asked.
  if (shop.url === undefined) response.setHeader('vary', 'Host');
  endResponse(request, response, text);
}

function textAt(path: string, { pages, sitemaps, robots }: SiteFiles, origin: string): string {
  if (path === '/robots.txt') return ['User-agent: *', ...robots, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
  const isIndex = path === '/sitemap.xml';
  const addresses = (isIndex ? ['/sitemap-pages.xml', ...sitemaps] : pages).map((each) => origin + each);
  return isIndex ? xml('sitemapindex', 'sitemap', addresses) : xml('urlset', 'url', addresses);
}

/** A file of the sitemaps protocol (sitemaps.org). */
function xml(root: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${entry}><loc>${escapeHtml(address)}</loc></${entry}>`);
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${head}\n${entries.join('\n')}\n</${root}>\n`;
}
