import { RequestError } from '../base/request-error.ts';
import { matchOf, parseAccept } from './prefers-html.ts';

/** The media types of a GraphQL answer. */
export type GraphqlMediaType = 'application/graphql-response+json' | 'application/json';

/**
 * Selects the media type of the answer by the `Accept` header. A client that names neither type gets
 * `application/json`, as GraphQL over HTTP requires for older clients. Throws RequestError NOT_ACCEPTABLE 406 when
 * neither is acceptable.
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

function preferred(modern: boolean): GraphqlMediaType {
  return modern ? 'application/graphql-response+json' : 'application/json';
}
