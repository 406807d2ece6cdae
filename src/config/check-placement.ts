import type { Finding } from '#base';
import { checkJwks } from './check-jwks.ts';
import { type ConfigView, findingAt } from './config-view.ts';

/** Checks where gateway.yaml places extensions: values that need each other, and the form of addresses. */
export function checkPlacements(view: ConfigView): readonly Finding[] {
  return view
    .keysAt('/system/extensions')
    .map((index) => `/system/extensions/${index}/placement`)
    .flatMap((pointer) => {
      const keys = view.keysAt(pointer).filter((key) => view.isWritten(`${pointer}/${key}`));
      return view.isWritten(pointer) && view.textAt(pointer) === undefined ? checkPlacement(view, pointer, keys) : [];
    });
}

const code = 'CONFIG_INVALID';

function checkPlacement(view: ConfigView, pointer: string, keys: readonly string[]): readonly Finding[] {
  if (keys.includes('process')) {
    const others = keys.filter((key) => key !== 'process');
    return others.map((key) => {
      const what = `the placement has both "process" and "${key}", but "${key}" is for an extension that others start`;
      return findingAt(view, `${pointer}/${key}`, { code, what, fix: 'Keep one of them.', target: 'key' });
    });
  }
  if (!keys.includes('url')) {
    const what = 'the placement has neither "process" nor "url"';
    const fix = 'Write in-process, process, { process: ... } or { url: ..., secret: ... }.';
    return [findingAt(view, pointer, { code, what, fix, target: 'key' })];
  }
  return [
    ...textsAt(view, `${pointer}/url`).flatMap((at) => checkAddress(view, at, 'url')),
    ...(keys.includes('gateway') ? checkAddress(view, `${pointer}/gateway`, 'gateway') : []),
    ...(keys.includes('secret') ? [] : [missingSecret(view, pointer)]),
    ...checkJwks(view, `${pointer}/accept/bearer/jwks`, 'placement.accept.bearer.jwks'),
  ];
}

/** The pointers of a text, or of the texts in a list. */
function textsAt(view: ConfigView, pointer: string): readonly string[] {
  if (view.textAt(pointer) !== undefined) return [pointer];
  return view.keysAt(pointer).map((index) => `${pointer}/${index}`);
}

function missingSecret(view: ConfigView, pointer: string): Finding {
  const what = 'the placement has a "url", but no "secret", so anyone who reaches it could call the extension';
  const fix = 'Add "secret: ${...}" with the same value on both sides, such as "openssl rand -base64 32" prints.';
  return findingAt(view, pointer, { code, what, fix, target: 'key' });
}

function checkAddress(view: ConfigView, pointer: string, key: string): readonly Finding[] {
  const text = view.textAt(pointer) ?? '';
  const url = URL.parse(text);
  if (url?.protocol === 'unix:') {
    if (url.pathname.startsWith('/')) return [];
  } else if (url !== null && ['http:', 'https:'].includes(url.protocol)) {
    if (`${url.pathname}${url.search}${url.hash}${url.username}` === '/') return [];
    const what = `"placement.${key}" has more than a protocol, a host and a port`;
    return [findingAt(view, pointer, { code, what, fix: `Write ${url.origin}.` })];
  }
  const what = `"placement.${key}" is no http, https or unix address`;
  const example = key === 'url' ? 'http://reviews:4001' : 'http://shop:3000';
  return [findingAt(view, pointer, { code, what, fix: `Write e.g. ${example}, or unix:/run/stoa/${key}.sock.` })];
}
