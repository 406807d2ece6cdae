import { type Database, type ErrorText, StoaError } from 'stoa';
import { versionColumn } from './desk-contents.ts';
import { forgetPages, type PageRow, slugs } from './read-pages.ts';

interface NewText extends PageRow {
  /** Of the text that was there when the change began; empty: none. Without it, whatever is there is replaced. */
  readonly version?: string | null | undefined;
}

const localeForm = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/;

// Two editors of one page follow each other, also where the page is not written yet.
const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const findText = `select title, markdown, ${versionColumn} as version from page_text where page = $1 and locale = $2`;
const storeText = `
  insert into page_text (page, locale, title, markdown) values ($1, $2, $3, $4)
  on conflict (page, locale) do update
  set title = excluded.title, markdown = excluded.markdown, updated_at = clock_timestamp()`;

/**
 * Writes a page in one language. The record says which one, and not what it says. The same text a second time changes
 * nothing. Throws NOT_FOUND, BAD_USER_INPUT, and CONFLICT when another version is there than was seen.
 */
export async function setPageText(database: Database, input: NewText): Promise<PageRow> {
  const { slug, locale, title, markdown } = input;
  if (slugs.every((each) => each !== slug)) throw new StoaError('NOT_FOUND', { text: 'rules.slug' });
  check(input);
  await database.transaction(async (transaction) => {
    await transaction.query(lockText, [`${slug} ${locale}`]);
    const [now] = await transaction.query<NewText>(findText, [slug, locale]);
    if (now?.title === title && now.markdown === markdown) return;
    if (input.version != null && input.version !== (now?.version ?? '')) refuseStale();
    await transaction.query(storeText, [slug, locale, title, markdown]);
    await transaction.record({ action: 'content.changed', subject: `page:${slug}`, to: { locale } });
  });
  forgetPages();
  return { slug, locale, title, markdown };
}

function check({ locale, title, markdown }: NewText): void {
  const text = { text: 'rules.text' };
  const wrong: Record<string, ErrorText> = {
    ...((title.trim() === '' || title.includes('\0')) && { title: text }),
    ...((markdown.length > 100_000 || markdown.includes('\0')) && { markdown: { text: 'desk.markdownWrong' } }),
    ...(!localeForm.test(locale) && { locale: text }),
  };
  if (Object.keys(wrong).length > 0) throw new StoaError('BAD_USER_INPUT', text, { fields: wrong });
}

function refuseStale(): never {
  const text = { text: 'desk.stale' };
  throw new StoaError('CONFLICT', text, { fields: { markdown: text } });
}
