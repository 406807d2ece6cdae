import { didYouMean } from '../base/findings/did-you-mean.ts';
import type { Finding } from '../base/findings/startup-error.ts';
import { pointerTo } from '../base/json-schema.ts';
import { type ConfigView, findingAt } from './config-view.ts';

/** Minimum key length for HMAC-SHA-256: that of its hash (RFC 2104, section 3; for HS256 RFC 7518, section 3.2). */
export const secretBytes = 32;

const page = '/auth/session/signInPage';

/** Checks what a JSON Schema cannot express about `auth.session`. */
export function checkSession(view: ConfigView): readonly Finding[] {
  return [...checkSecret(view), ...checkSignInPage(view)];
}

function checkSecret(view: ConfigView): readonly Finding[] {
  const pointer = '/auth/session/secret';
  const secret = view.textAt(pointer);
  if (secret === undefined || secret === 'generated' || Buffer.byteLength(secret) >= secretBytes) return [];
  const what = `"auth.session.secret" is shorter than ${secretBytes} bytes, so sessions could be forged`;
  const fix = 'Write generated, or a secret such as "openssl rand -base64 32" prints.';
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
}

/** The gateway redirects guests from private pages to the sign-in page, so it must be public and have no parameters. */
function checkSignInPage(view: ConfigView): readonly Finding[] {
  const group = view.textAt(page);
  if (group === undefined) return [];
  const groups = view.keysAt('/pages');
  const refuse = (problem: string, fix: string): readonly Finding[] => [
    findingAt(view, page, { code: 'CONFIG_INVALID', what: `"auth.session.signInPage" is ${problem}`, fix }),
  ];
  if (!groups.includes(group)) {
    return refuse(`${view.quote(page)}, which is no page group`, didYouMean(group, groups));
  }
  if (view.textAt(pointerTo(pointerTo('/pages', group), 'access')) === 'private') {
    return refuse('a private page, which no guest can see', `Write "access: public" for ${view.quote(page)}.`);
  }
  if (view.textAt(pointerTo(pointerTo('/pages', group), 'path'))?.includes('/:') === true) {
    return refuse('a page whose path has parameters, which nobody could fill in', 'Name a page with a fixed path.');
  }
  return [];
}
