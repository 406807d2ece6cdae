import { type Database, StoaError } from 'stoa';
import { forgetPages, type PageRow, slugs } from './read-pages.ts';

const localeForm = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/;

/** Writes a page in one language. The record says which one, and not what it says. */
export async function setPageText(database: Database, input: PageRow): Promise<PageRow> {
  const { slug, locale, title, markdown } = input;
  if (!slugs.includes(slug)) throw new StoaError('NOT_FOUND', { text: 'rules.slug' });
  const isText = title.trim() !== '' && markdown.length <= 100_000 && !`${title}${markdown}`.includes('\0');
  if (!isText || !localeForm.test(locale)) throw new StoaError('BAD_USER_INPUT', { text: 'rules.text' });
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into page_text (page, locale, title, markdown) values ($1, $2, $3, $4)
       on conflict (page, locale) do update
       set title = excluded.title, markdown = excluded.markdown, updated_at = now()`,
      [slug, locale, title, markdown],
    );
    await transaction.record({ action: 'content.changed', subject: `page:${slug}`, to: { locale } });
  });
  forgetPages();
  return { slug, locale, title, markdown };
}
