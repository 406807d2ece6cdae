import type { HeadProps } from '../extension-api.ts';
import type { PageComponent } from './page-component.ts';
import { everyPage } from './page-layout.ts';

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
  const own = heads.filter(({ component }) => component.group !== everyPage);
  const shared = heads.filter(({ component }) => component.group === everyPage);
  const ranked = [...own.map(({ props }) => props), page, ...shared.map(({ props }) => props)];
  return {
    title: firstText(ranked, 'title'),
    description: firstText(ranked, 'description'),
    canonical: firstText(ranked, 'canonical'),
  };
}

/** The tags of a document's head that components decide. */
export function headTags({ title = 'Stoa', description, canonical }: HeadProps): string {
  const tags = [`<title>${escapeHtml(title)}</title>`];
  if (description !== undefined) tags.push(`<meta name="description" content="${escapeHtml(description)}">`);
  if (canonical !== undefined) tags.push(`<link rel="canonical" href="${escapeHtml(canonical)}">`);
  return tags.join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// Props come from data, whatever their types say.
function firstText(heads: readonly HeadProps[], name: keyof HeadProps): string | undefined {
  for (const head of heads) {
    const value: unknown = head[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
