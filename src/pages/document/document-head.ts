import type { HeadProps } from '../../extension-api.ts';
import type { PageComponent } from '../components/page-component.ts';
import { everyPage } from '../components/page-layout.ts';

/** What one component's `<Head>` says. */
export interface PlacedHead {
  readonly component: PageComponent;
  readonly props: HeadProps;
}

/**
 * Value by value, what the page's own components say comes first, then what the page itself says, then what the components
 * of every page say; of several, the first on the page.
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

// Props come from data, whatever their types say.
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The tags of a document's head that components decide. */
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
