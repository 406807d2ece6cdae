/** One media range of an `Accept` header. */
export interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** How well the ranges of an `Accept` header match a media type. */
export interface Match {
  readonly quality: number;
  /** 2 for the type itself, 1 for `application/*`, 0 for the wildcard, -1 for no match. */
  readonly specificity: number;
}

/** Whether the client prefers a page to JSON: a browser that navigates does; curl and fetch do not. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = parseAccept(accept);
  const html = matchOf('text/html', ranges).quality;
  return (
    html > matchOf('application/json', ranges).quality &&
    html > matchOf('application/graphql-response+json', ranges).quality
  );
}

export function parseAccept(accept: string): readonly MediaRange[] {
  return accept.split(',').flatMap((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    // A malformed range is ignored.
    return type.includes('/') && weight !== '' && quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });
}

// The most specific range decides: `application/json;q=0, */*` refuses JSON.
export function matchOf(type: string, ranges: readonly MediaRange[]): Match {
  const group = `${type.slice(0, type.indexOf('/'))}/*`;
  let best: Match = { quality: 0, specificity: -1 };
  for (const range of ranges) {
    const specificity = ['*/*', group, type].indexOf(range.type);
    if (specificity > best.specificity) best = { quality: range.quality, specificity };
  }
  return best;
}
