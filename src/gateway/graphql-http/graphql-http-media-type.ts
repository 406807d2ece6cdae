import { RequestError } from '../../base/request-error.ts';

/** What a GraphQL answer can be sent as. */
export type GraphqlMediaType = 'application/graphql-response+json' | 'application/json';

interface Range {
  readonly type: string;
  readonly quality: number;
}

interface Match {
  readonly quality: number;
  /** 2 for the type itself, 1 for `application/*`, 0 for the wildcard; -1 when nothing in the header fits. */
  readonly specificity: number;
}

/**
 * The answer's media type by the client's `Accept` header. A client that names neither type gets `application/json`, as
 * GraphQL over HTTP asks of servers with older clients. Throws RequestError NOT_ACCEPTABLE 406 when none fits.
 */
export function negotiateMediaType(accept: string | undefined): GraphqlMediaType {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json';
  const ranges = parseAccept(accept);
  const modern = matchOf('application/graphql-response+json', ranges);
  const legacy = matchOf('application/json', ranges);
  if (modern.quality === 0 && legacy.quality === 0) {
    throw new RequestError(
      'NOT_ACCEPTABLE',
      406,
      'This address answers application/graphql-response+json or application/json, and the Accept header wants neither.',
    );
  }
  if (modern.quality !== legacy.quality) return preferred(modern.quality > legacy.quality);
  if (modern.specificity !== legacy.specificity) return preferred(modern.specificity > legacy.specificity);
  return preferred(modern.specificity === 2);
}

/** Whether the client would rather have a page than JSON: a browser that navigates here, and not curl or fetch. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept?.includes('text/html') !== true) return false;
  const ranges = parseAccept(accept);
  const html = matchOf('text/html', ranges).quality;
  return (
    html > matchOf('application/graphql-response+json', ranges).quality &&
    html > matchOf('application/json', ranges).quality
  );
}

function preferred(modern: boolean): GraphqlMediaType {
  return modern ? 'application/graphql-response+json' : 'application/json';
}

function parseAccept(accept: string): readonly Range[] {
  return accept.split(',').flatMap((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    // A range that is not well-formed is as good as none.
    return type.includes('/') && weight !== '' && quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });
}

// The most specific range decides: `application/json;q=0, */*` refuses JSON.
function matchOf(type: string, ranges: readonly Range[]): Match {
  const group = `${type.slice(0, type.indexOf('/'))}/*`;
  let best: Match = { quality: 0, specificity: -1 };
  for (const range of ranges) {
    const specificity = [`*/*`, group, type].indexOf(range.type);
    if (specificity > best.specificity) best = { quality: range.quality, specificity };
  }
  return best;
}
