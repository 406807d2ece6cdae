/** What a browser sends with a request for a page of this shop. */
const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-site': 'same-origin',
};

export interface HtmlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Path and query that a redirect leads to. */
  readonly location: string | null;
  /** The session's cookie, when the answer sets one. */
  readonly cookie: string | undefined;
}

/** Asks for a page as a browser does, without following redirects. */
export async function openPath(url: string, cookie?: string): Promise<HtmlAnswer> {
  return answerOf(await fetch(url, { redirect: 'manual', headers: headersOf(cookie) }));
}

/** Posts a form as a browser does that runs no script. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  cookie?: string,
): Promise<HtmlAnswer> {
  const body = new URLSearchParams(fields);
  return answerOf(await fetch(url, { method: 'POST', redirect: 'manual', headers: headersOf(cookie), body }));
}

/** The first element with this attribute, as text: its tag and everything up to the next end of that kind. */
export function elementWith(html: string, tag: string, attribute: string): string {
  const start = html.split(`<${tag}`).find((part) => part.slice(0, part.indexOf('>')).includes(attribute));
  return start === undefined ? '' : `<${tag}${start.split(`</${tag}>`)[0]}`;
}

function headersOf(cookie: string | undefined): Record<string, string> {
  return { ...browserHeaders, ...(cookie === undefined ? {} : { cookie }) };
}

async function answerOf(response: Response): Promise<HtmlAnswer> {
  const { status, headers } = response;
  const html = await response.text();
  return { status, headers, html, location: headers.get('location'), cookie: headers.get('set-cookie')?.split(';')[0] };
}
