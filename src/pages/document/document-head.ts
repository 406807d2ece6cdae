import { isObject } from '#base';
import type { HeadProps, JsonLd, Page, Shop } from '#extension-api';
import { pathIn, splitPath } from '#extension-ui';
import type { PageComponent } from '../components/page-component.ts';
import { notFoundPage } from '../components/page-layout.ts';
import { escapeHtml, jsonForScript } from './escape-html.ts';

export interface PlacedHead {
  readonly component: PageComponent;
  readonly props: HeadProps;
}

type TextName = 'title' | 'description' | 'canonical' | 'movedTo' | 'image' | 'type';

/**
 * Merges heads value by value. The components of the page's group come first, then the page's own values, then those
 * of its frame. Among equals, the first in the document wins. JSON-LD of all is kept.
 */
export function mergeHeads(heads: readonly PlacedHead[], page: HeadProps, group: string): HeadProps {
  const own = heads.filter(({ component }) => component.group === group);
  const frame = heads.filter(({ component }) => component.group !== group);
  const first = (name: TextName): string | undefined =>
    firstOf(own, name) ?? textOf(page[name]) ?? firstOf(frame, name);
  const type = first('type');
  return {
    title: first('title'),
    description: first('description'),
    canonical: first('canonical'),
    movedTo: firstOf(own, 'movedTo'),
    image: first('image'),
    type: type === 'product' || type === 'article' ? type : undefined,
    noindex: page.noindex === true || heads.some(({ props }) => props.noindex === true),
    jsonLd: mergeThings([...heads.map(({ props }) => props), page].flatMap(({ jsonLd }) => thingsIn(jsonLd))),
  };
}

function firstOf(heads: readonly PlacedHead[], name: TextName): string | undefined {
  for (const { props } of heads) {
    const text = textOf(props[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

// Props come from data, so their types may be wrong.
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function thingsIn(value: unknown): readonly JsonLd[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  return typeof value === 'object' && value !== null ? [{ ...value }] : [];
}

/** Things with one `@id` become one. Of values with one name, the first counts; objects become one as well. */
function mergeThings(things: readonly JsonLd[]): readonly JsonLd[] {
  const merged: JsonLd[] = [];
  for (const thing of things) {
    const at = merged.findIndex((each) => thing['@id'] !== undefined && each['@id'] === thing['@id']);
    if (at === -1) merged.push(thing);
    else merged[at] = mergeInto(merged[at] ?? {}, thing);
  }
  return merged;
}

function mergeInto(first: JsonLd, other: JsonLd): JsonLd {
  const values = Object.entries(other).map(([name, value]) => {
    const known = first[name];
    return [name, isObject(known) && isObject(value) ? mergeInto(known, value) : (known ?? value)];
  });
  return { ...first, ...Object.fromEntries(values) };
}

/**
 * The head's title, description, canonical link, and what search engines and other sites read. `isPrivate`: only
 * signed-in callers see the page. It is not listed, and links to it show nothing of it.
 */
export function headTags(
  head: HeadProps,
  { page, shop, isPrivate }: { readonly page: Page; readonly shop: Shop; readonly isPrivate: boolean },
): string {
  const { title = shop.name, description } = head;
  const absolute = (address: string): string => (address.startsWith('/') ? page.origin + address : address);
  const canonical = head.canonical === undefined ? undefined : absolute(head.canonical);
  const tags = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', description)];
  if (canonical !== undefined) tags.push(`<link rel="canonical" href="${escapeHtml(canonical)}">`);
  if (isPrivate || head.noindex === true) tags.push(meta('name', 'robots', 'noindex'));
  else if (page.routeId !== notFoundPage) tags.push(...alternates(head.canonical ?? page.path, { page, shop }));
  if (!isPrivate) {
    tags.push(
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:type', head.type ?? 'website'),
      meta('property', 'og:url', canonical ?? absolute(page.path)),
      meta('property', 'og:image', head.image === undefined ? undefined : absolute(head.image)),
      meta('property', 'og:site_name', shop.name),
      meta('property', 'og:locale', shop.locale.replaceAll('-', '_')),
    );
    for (const thing of thingsIn(head.jsonLd))
      tags.push(
        `<script type="application/ld+json">${jsonForScript({ '@context': 'https://schema.org', ...thing })}</script>`,
      );
  }
  return tags.join('');
}

/** Links to the page in each locale, for search engines. */
function alternates(
  address: string,
  { page, shop: { locales } }: { readonly page: Page; readonly shop: Shop },
): readonly string[] {
  if (locales.length === 1 || !address.startsWith('/')) return [];
  const { path } = splitPath(locales, address);
  const link = (name: string, href: string): string =>
    `<link rel="alternate" hreflang="${name}" href="${escapeHtml(page.origin + href)}">`;
  return [...locales.map((locale) => link(locale, pathIn(locales, locale, path))), link('x-default', path)];
}

function meta(kind: 'name' | 'property', name: string, content: string | undefined): string {
  return content === undefined ? '' : `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}
