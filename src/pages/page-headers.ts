import type { PageConfig } from '../config/config.ts';
import { type FieldList, mergeFields } from '../http/response-head.ts';

const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; script-src ";

const policyName = 'content-security-policy';

/**
 * The header fields of a page, which take the place of those that every answer has (`common`). The nonce is that of the page's
 * scripts; without one, nothing in it may run.
 */
export function pageFields(
  common: FieldList,
  nonce: string | undefined,
  { access }: Pick<PageConfig, 'access'>,
): FieldList {
  // What a script with the nonce imports may run too, and nothing else: not even other files of this origin.
  const scripts = nonce === undefined ? `${policy}'none'` : `${policy}'nonce-${nonce}' 'strict-dynamic'`;
  return mergeFields(common, pageOwn[access], [policyName, scripts]);
}

// Pages show who is signed in, and what has just been bought. A private one is not left on the disk of a shared computer.
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
    vary: 'Accept, Authorization, Cookie',
  }).flat();
}
