import { LRUCache } from 'lru-cache';
import { RequestError } from '#base';

type GraphqlMediaType = 'application/graphql-response+json' | 'application/json';

/**
 * Selects the media type of the answer by the `Accept` header. A client that names neither type gets
 * `application/json`, as GraphQL over HTTP requires for older clients. Throws RequestError NOT_ACCEPTABLE 406 when
 * neither is acceptable.
 */
export function negotiateMediaType(accept: string | undefined): GraphqlMediaType {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json';
  const ranges = known.memo(accept);
  const modern = matchOf('application/graphql-response+json', ranges);
  const legacy = matchOf('application/json', ranges);
  if (modern.quality === 0 && legacy.quality === 0) {
    throw new RequestError(
      'NOT_ACCEPTABLE',
      406,
      'This address answers application/graphql-response+json or application/json, and the Accept header wants neither.',
    );
  }
  const preference = modern.quality - legacy.quality || modern.specificity - legacy.specificity;
  const isModern = preference > 0 || (preference === 0 && modern.specificity === 2);
  return isModern ? 'application/graphql-response+json' : 'application/json';
}

/** How well the ranges of an `Accept` header match a media type. */
interface Match {
  readonly quality: number;
  /** 2 for the type itself, 1 for `application/*`, 0 for the wildcard, -1 for no match. */
  readonly specificity: number;
}

/** Whether the client prefers a page to JSON: a browser that navigates does; curl and fetch do not. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = known.memo(accept);
  const html = matchOf('text/html', ranges).quality;
  return (
    html > matchOf('application/json', ranges).quality &&
    html > matchOf('application/graphql-response+json', ranges).quality
  );
}

// Clients have few different ones, and a request may ask several times.
const known = new LRUCache<string, ReturnType<typeof parseAccept>>({ max: 100, memoMethod: parseAccept });

function parseAccept(accept: string) {
  return accept.split(',').flatMap((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    // A malformed range is ignored.
    return type.includes('/') && weight !== '' && quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });
}

// The most specific range decides: `application/json;q=0, */*` refuses JSON.
function matchOf(type: string, ranges: ReturnType<typeof parseAccept>): Match {
  const group = `${type.slice(0, type.indexOf('/'))}/*`;
  let best: Match = { quality: 0, specificity: -1 };
  for (const range of ranges) {
    const specificity = ['*/*', group, type].indexOf(range.type);
    if (specificity > best.specificity) best = { quality: range.quality, specificity };
  }
  return best;
}
