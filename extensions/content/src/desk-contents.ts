import type { Context } from 'stoa';
import { type PageRow, slugs } from './read-pages.ts';

export interface DeskContent {
  readonly slug: string;
  readonly title: string;
  readonly texts: readonly DeskContentText[];
}

interface DeskContentText extends Omit<PageRow, 'slug'> {
  readonly version: string;
}

/** Of a text, in statements. */
export const versionColumn = `to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const textsText = `select page as slug, locale, title, markdown, ${versionColumn} as version from page_text`;

/** All pages that the shop may have, with what is written of them now. One query. */
export async function readDeskContents({
  database,
  shop,
}: Pick<Context, 'database' | 'shop'>): Promise<readonly DeskContent[]> {
  const rows = await database.query<PageRow & DeskContentText>(textsText);
  return slugs.map((slug) => {
    const own = rows.filter((row) => row.slug === slug);
    const texts = shop.locales.map((locale) => textIn(own, locale));
    const title = texts.find((text) => text.version !== '')?.title ?? slug;
    // Two locales of one language may share a text.
    return { slug, title, texts: [...new Map(texts.map((text) => [text.locale, text])).values()] };
  });
}

/** The text that a page shows in a locale: in the locale itself, or in its language. */
function textIn(rows: readonly DeskContentText[], locale: string): DeskContentText {
  const [language = locale] = locale.split('-');
  const found = rows.find((row) => row.locale === locale) ?? rows.find((row) => row.locale === language);
  return found ?? { locale, title: '', markdown: '', version: '' };
}
