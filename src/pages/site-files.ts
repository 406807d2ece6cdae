import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#base';
import type { Config } from '#config';
import type { ExtensionManifest } from '#extensions';
import { endResponse, parseRequestTarget, requestIdOf } from '#http';
import { recordAs } from '#telemetry';
import { escapeHtml } from './document/escape-html.ts';
import type { PagesGateway } from './pages-gateway.ts';

/** What the gateway answers at `/robots.txt`, `/sitemap.xml` and `/favicon.ico`, where no extension has these paths. */
export interface SiteFiles {
  /** Path of the shop's icon. */
  readonly icon: string;
  /** Paths of public pages without parameters. */
  readonly pages: readonly string[];
  /** Paths of the extensions' own sitemaps: public GET routes called `sitemap`. */
  readonly sitemaps: readonly string[];
  /** Lines of robots.txt. */
  readonly robots: readonly string[];
}

export const siteFiles: ReadonlySet<string> = new Set([
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/favicon.ico',
]);

/** Reads each extension's `assets/robots.txt`, which the shop's robots.txt has at its end. */
export async function findSiteFiles(
  { config, manifests }: { readonly config: Config; readonly manifests: readonly ExtensionManifest[] },
  { icon, groups }: { readonly icon: string; readonly groups: ReadonlySet<string> },
): Promise<SiteFiles> {
  const shown = Object.entries(config.pages).filter(([group]) => groups.has(group));
  const hidden = shown.filter(([, { access, whenSignedIn }]) => access === 'private' || whenSignedIn !== undefined);
  const open = shown.filter(
    ([, { path, access, whenSignedIn }]) => access === 'public' && whenSignedIn === undefined && !path.includes(':'),
  );
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const sitemaps = endpoints.filter(
    ({ routeId, methods, access, path }) =>
      routeId === 'sitemap' && methods.includes('GET') && access === 'public' && !path.includes(':'),
  );
  const texts = manifests.flatMap(({ assets }) => assets.filter(({ name }) => name === 'robots.txt'));
  const added = await Promise.all(texts.map(async ({ file }) => (await readFile(file, 'utf8')).trim()));
  return {
    icon,
    pages: open.map(([, { path }]) => path),
    sitemaps: sitemaps.map(({ path }) => path),
    // A path is hidden up to its first parameter.
    robots: [...hidden.map(([, { path }]) => `Disallow: ${path.split(':')[0]}`), ...added],
  };
}

/** Answers one of {@link siteFiles}. Throws RequestError METHOD_NOT_ALLOWED 405. */
export async function handleSiteFile(
  gateway: PagesGateway & { readonly edge: NonNullable<PagesGateway['edge']> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requestIdOf(request, response);
  recordAs(response, gateway.telemetry.asset);
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `${method} is not allowed here, but GET, HEAD.`;
    throw new RequestError('METHOD_NOT_ALLOWED', 405, message, { allow: 'GET, HEAD' });
  }
  const { path } = parseRequestTarget(request.url); // throws BAD_USER_INPUT 400
  const { site } = gateway.pages;
  if (path === '/favicon.ico') {
    response.writeHead(302, { location: site.icon, 'cache-control': 'public, max-age=300', 'content-length': 0 }).end();
    return;
  }
  const { protocol, host = '' } = gateway.edge.clientOf(request);
  const text = textAt(path, site, `${protocol}://${host}`);
  response.setHeader(
    'content-type',
    path.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
  );
  response.setHeader('content-length', Buffer.byteLength(text));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cache-control', 'public, max-age=300');
  // The addresses in it begin with the host that was asked.
  response.setHeader('vary', 'Host');
  endResponse(request, response, text);
}

function textAt(path: string, { pages, sitemaps, robots }: SiteFiles, origin: string): string {
  if (path === '/robots.txt') return ['User-agent: *', ...robots, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
  if (path === '/sitemap.xml')
    return xml(
      'sitemapindex',
      'sitemap',
      ['/sitemap-pages.xml', ...sitemaps].map((each) => origin + each),
    );
  return xml(
    'urlset',
    'url',
    pages.map((each) => origin + each),
  );
}

/** A file of the sitemaps protocol (sitemaps.org). */
function xml(root: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${entry}><loc>${escapeHtml(address)}</loc></${entry}>`);
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${head}\n${entries.join('\n')}\n</${root}>\n`;
}
