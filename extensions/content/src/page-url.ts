import type { Context } from '../content.gen.ts';

/** The address of a page by the slug in its path; null in a shop whose page is away, or has another path. */
export function pageUrl(
  { url, logger }: Pick<Context, 'url' | 'logger'>,
  page: 'contentPage' | 'deskContentPage',
  slug: string,
): string | null {
  try {
    return url(page, { slug });
  } catch (error) {
    logger.debug('page has no address', { reason: String(error) });
    return null;
  }
}
