import type { Context } from 'stoa';

export interface PageRow {
  readonly slug: string;
  readonly locale: string;
  readonly title: string;
  readonly markdown: string;
}

/** What a shop may have, in the order of its links. */
export const slugs = ['imprint', 'privacy', 'terms', 'delivery', 'withdrawal'] as const;

type Shown = Pick<Context, 'database' | 'locale' | 'shop'>;

// The locale itself, else its language, else the shop's locale, else the language of that.
const pagesText = `
  select * from (
    select distinct on (page) page as slug, locale, title, markdown from page_text
    where locale = any($1::text[]) order by page, array_position($1::text[], locale)
  ) p order by array_position($2::text[], slug)`;

/** In milliseconds: the footer of every page asks for the list, and a merchant's change shows soon enough. */
const keptFor = 30_000;
/** By locale. */
const kept = new Map<string, { readonly until: number; readonly pages: Promise<readonly PageRow[]> }>();

/** The pages that are there, in the words of a locale. At most one query in half a minute. */
export function readPages({ database, locale, shop }: Shown): Promise<readonly PageRow[]> {
  const known = kept.get(locale);
  if (known !== undefined && known.until > performance.now()) return known.pages;
  const locales = [locale, ...shop.locales.slice(0, 1)].flatMap(withLanguage);
  const pages = database.query<PageRow>(pagesText, [locales, slugs]);
  kept.set(locale, { until: performance.now() + keptFor, pages });
  pages.catch(() => kept.delete(locale));
  return pages;
}

/** What was written in this process shows at once. */
export function forgetPages(): void {
  kept.clear();
}

function withLanguage(locale: string): readonly string[] {
  return [locale, locale.split('-')[0] ?? locale];
}
