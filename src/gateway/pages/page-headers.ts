import type { PageConfig } from '../../config/config.ts';

const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; script-src ";

const policyName = 'content-security-policy';

/**
 * What a page answers, in lists of names and values in turn: what every answer has (`common`), and in its place what every page
 * has. The nonce is that of its scripts; without one, nothing in it may run.
 */
export function pageFields(
  common: readonly string[],
  nonce: string | undefined,
  { access }: Pick<PageConfig, 'access'>,
): readonly (readonly string[])[] {
  // What a script with the nonce imports may run too, and nothing else: not even other files of this origin.
  const scripts = nonce === undefined ? scriptless : [policyName, `${policy}'nonce-${nonce}' 'strict-dynamic'`];
  return [fieldsOf(common)[access], scripts];
}

const scriptless = [policyName, `${policy}'none'`];

type ByAccess = Readonly<Record<PageConfig['access'], readonly string[]>>;

/** By list, of which there are few. */
const known = new WeakMap<readonly string[], ByAccess>();

function fieldsOf(common: readonly string[]): ByAccess {
  const found = known.get(common);
  if (found !== undefined) return found;
  // Pages show who is signed in, and what has just been bought. A private one is not left on the disk of a shared computer.
  const made = { public: merged(common, 'private, no-cache'), private: merged(common, 'no-store') };
  known.set(common, made);
  return made;
}

function merged(common: readonly string[], cacheControl: string): readonly string[] {
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': cacheControl,
    vary: 'Accept, Authorization, Cookie',
  };
  const kept = common.flatMap((name, at) =>
    at % 2 === 1 || name === policyName || Object.hasOwn(own, name) ? [] : [name, common[at + 1] ?? ''],
  );
  return [...kept, ...Object.entries(own).flat()];
}
