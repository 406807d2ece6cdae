import type { HeadProps } from '#extension-api';
import type { PageComponent } from '../components/page-component.ts';
import { everyPage } from '../components/page-layout.ts';

export interface PlacedHead {
  readonly component: PageComponent;
  readonly props: HeadProps;
}

/**
 * Merges heads value by value. The page's own components come first, then the page's own values, then components of
 * every page. Among equals, the first in the document wins.
 */
export function mergeHeads(heads: readonly PlacedHead[], page: HeadProps): HeadProps {
  const first = (name: keyof HeadProps): string | undefined =>
    firstOf(heads, name, false) ?? textOf(page[name]) ?? firstOf(heads, name, true);
  return { title: first('title'), description: first('description'), canonical: first('canonical') };
}

function firstOf(heads: readonly PlacedHead[], name: keyof HeadProps, isOfEveryPage: boolean): string | undefined {
  for (const { component, props } of heads) {
    if ((component.group === everyPage) !== isOfEveryPage) continue;
    const text = textOf(props[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

// Props come from data, so their types may be wrong.
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The head's title, description and canonical link. */
export function headTags({ title = 'Stoa', description, canonical }: HeadProps): string {
  const tags = [`<title>${escapeHtml(title)}</title>`];
  if (description !== undefined) tags.push(`<meta name="description" content="${escapeHtml(description)}">`);
  if (canonical !== undefined) tags.push(`<link rel="canonical" href="${escapeHtml(canonical)}">`);
  return tags.join('');
}

const special = /[&<>"']/;

export function escapeHtml(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON for a `<script>` or a comment. No text in it can end either, or break an old parser. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]|--/g, (found) => escapes[found] ?? '');
}

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
  // Only strings and exponents contain a dash, and only strings contain two in a row.
  '--': '\\u002d\\u002d',
};
