import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../pages/document/document-head.ts';

export interface ErrorPage {
  readonly status: number;
  readonly message: string;
  /** The path of the link to the shop; undefined when no page fits. */
  readonly startPath: string | undefined;
}

// The style belongs to no extension, since an extension may have caused the error.
const style = `:root{color-scheme:light dark}
body{max-width:34rem;margin:0 auto;padding:15vh 1.25rem 3rem;font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.875rem;font-weight:500;line-height:1.2}`;

/** The page may use only this style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** Renders an error page for a browser when the shop has no page for it. */
export function errorPage({ status, message, startPath }: ErrorPage): string {
  const notFound = status === 404;
  const title = notFound ? 'Page not found' : (STATUS_CODES[status] ?? 'Error');
  const text = notFound ? 'There is nothing at this address.' : escapeHtml(message);
  const link = startPath === undefined ? '' : ` <a href="${escapeHtml(startPath)}">Go to the start page</a>.`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
<p>${text}${link}</p>
</main>
</html>
`;
}
