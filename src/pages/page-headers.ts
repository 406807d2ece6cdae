import type { PageConfig } from '#config';
import { type FieldList, mergeFields, mergeShared } from '#http';
import type { RenderedDocument } from './render-components.ts';

const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; script-src ";

const policyName = 'content-security-policy';

/** Seconds for `Retry-After` of a page whose data is away. Short, since the gateway soon notices the end. */
const retryAfter = '5';

/**
 * The page's headers, merged over those of every response (`common`). `nonce` is that of the page's scripts. Without
 * one, no script may run. With `isOutage`, the page says that its data is away.
 */
export function pageFields(
  common: FieldList,
  { nonce, isOutage }: Pick<RenderedDocument, 'nonce' | 'isOutage'>,
  { access }: Pick<PageConfig, 'access'>,
): FieldList {
  const shared = mergeShared(common, pageOwn[isOutage ? 'private' : access]);
  // `strict-dynamic` permits what such a script imports, and nothing else: not even other files of this origin.
  const own = nonce === undefined ? [] : [policyName, `${policy}'nonce-${nonce}' 'strict-dynamic'`];
  if (isOutage) own.push('retry-after', retryAfter);
  return own.length === 0 ? shared : mergeFields(shared, own);
}

/** The headers of a 304. Without a policy: the nonce of the client's page fits its own (RFC 9111, section 3.2). */
export function unchangedPageFields(common: FieldList, page: Pick<PageConfig, 'access'>): FieldList {
  const fields = mergeShared(common, pageOwn[page.access]);
  const kept: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = fields.slice(at, at + 2);
    if (name !== policyName && name !== 'content-type') kept.push(name, value);
  }
  return kept;
}

// Pages show the signed-in user and recent orders. `no-store` keeps private pages off the disk of a shared computer.
const pageOwn: Readonly<Record<PageConfig['access'], FieldList>> = {
  public: ownFields('private, no-cache'),
  private: ownFields('no-store'),
};

function ownFields(cacheControl: string): FieldList {
  return Object.entries({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': cacheControl,
    vary: 'Accept, Accept-Encoding, Authorization, Cookie',
    [policyName]: `${policy}'none'`,
  }).flat();
}
