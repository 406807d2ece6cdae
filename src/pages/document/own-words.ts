import type { HeadProps } from '#extension-api';
import { languageOf, pathIn, type Shop } from '#extension-ui';
import { type CoreTexts, coreTexts } from '#http';
import { notFoundPage } from '../components/page-layout.ts';
import { escapeHtml } from './escape-html.ts';

/** What a page says without its components: of an address that does not exist, and of an outage. */
export function ownWords(
  { group, shop, startPath }: { readonly group: string; readonly shop: Shop; readonly startPath: string | undefined },
  { isLost, isForm }: { readonly isLost: boolean; readonly isForm: boolean },
): { readonly head: HeadProps; readonly emptyMain: string; readonly notice: string | undefined } {
  const isNotFound = group === notFoundPage;
  if (!isLost && !isNotFound) return nothing;
  const texts = coreTexts(shop.locale);
  const own = languageOf(shop.locale) === texts.language ? '' : ` lang="${texts.language}" dir="${texts.direction}"`;
  const start = startPath === undefined ? undefined : pathIn(shop.locales, shop.locale, startPath);
  return {
    head: isLost && !isForm ? { title: texts.unavailable } : isNotFound ? { title: texts.notFound } : {},
    emptyMain: isNotFound ? notFound(texts, start, own) : '',
    notice: isLost ? outage(texts, isForm, own) : undefined,
  };
}

const nothing = { head: {}, emptyMain: '', notice: undefined };

function notFound(texts: CoreTexts, start: string | undefined, own: string): string {
  const link = start === undefined ? '' : ` <a href="${escapeHtml(start)}">${texts.toStart}</a>.`;
  return `<h1${own}>${texts.notFound}</h1><p${own}>${texts.nothingHere}${link}</p>`;
}

function outage(texts: CoreTexts, isForm: boolean, own: string): string {
  if (isForm) return `<p role="status"${own}>${texts.partUnavailable}</p>`;
  // An empty address is that of the page itself.
  const again = `<a href="">${texts.tryAgain}</a>.`;
  return `<h1${own}>${texts.unavailable}</h1><p${own}>${texts.cannotShow} ${again}</p>`;
}
