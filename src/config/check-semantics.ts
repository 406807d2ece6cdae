import { type Finding, pointerKeys, pointerTo } from '#base';
import { checkJwks } from './check-jwks.ts';
import { checkPlacements } from './check-placement.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkServer } from './check-server.ts';
import { checkShop } from './check-shop.ts';
import { type ConfigView, findingAt } from './config-view.ts';
import { pagePathProblem, pathShape } from './page-path.ts';

/** Checks what a JSON Schema cannot express: unique values, values that need each other, the form of addresses. */
export function checkSemantics(view: ConfigView): readonly Finding[] {
  return [
    ...checkExtensions(view),
    ...checkPages(view),
    ...checkPageValues(view),
    ...['url', 'adminUrl', 'directUrl'].flatMap((key) => checkAddress(view, key)),
    ...checkJwt(view),
    ...checkTokens(view),
    ...checkSecrets(view),
    ...checkServer(view),
    ...checkShop(view),
    ...checkMailServer(view),
    ...checkPlacements(view),
  ];
}

function checkExtensions(view: ConfigView): readonly Finding[] {
  const pointers = view.keysAt('/system/extensions').map((index) => `/system/extensions/${index}/name`);
  return duplicates(view, pointers, {
    same: (name) => name,
    what: (pointer) => `a second extension is named ${view.quote(pointer)}`,
    fix: 'Give each extension a name of its own, also those that are not enabled.',
  });
}

function checkMailServer(view: ConfigView): readonly Finding[] {
  const pointer = '/mail/url';
  const text = view.textAt(pointer) ?? '';
  if (text === '') return [];
  const url = URL.parse(text);
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  const fix = 'Write e.g. smtp://user:password@smtp.example.com:587.';
  const what = '"mail.url" is not the address of an SMTP server';
  if (!isServer) return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
  if (view.textAt('/mail/from') !== undefined) return [];
  const missing = { what: '"mail" has a server, and no sender', fix: 'Add "from: Shop <shop@example.com>".' };
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', ...missing, target: 'key' })];
}

function checkPages(view: ConfigView): readonly Finding[] {
  const findings: Finding[] = [];
  const pointers: string[] = [];
  for (const group of view.keysAt('/pages')) {
    const pointer = pointerTo('/pages', group);
    const path = view.textAt(`${pointer}/path`);
    if (group === 'all') {
      const what = '"all" is not a page: its components render on every page, so it has no path or access';
      findings.push(findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: 'Remove it.', target: 'key' }));
    } else if (path !== undefined) {
      pointers.push(`${pointer}/path`);
      findings.push(...checkPagePath(view, `${pointer}/path`, path));
    }
  }
  // Reports a path that is written in the file rather than a default.
  const written = pointers.filter((pointer) => view.isWritten(pointer));
  const defaults = pointers.filter((pointer) => !view.isWritten(pointer));
  const twice = duplicates(view, [...defaults, ...written], {
    same: pathShape,
    what: (pointer, first) =>
      `the path ${view.quote(pointer)} matches the same addresses as that of "${pointerKeys(first)[1]}"`,
    fix: 'Give each page group a path of its own; names of parameters make no difference.',
  });
  return [...findings, ...twice];
}

function checkPagePath(view: ConfigView, pointer: string, path: string): readonly Finding[] {
  const problem = pagePathProblem(path);
  if (problem === undefined) return [];
  return [findingAt(view, pointer, { ...problem, what: `the path ${view.quote(pointer)} ${problem.what}` })];
}

function checkAddress(view: ConfigView, key: string): readonly Finding[] {
  const pointer = `/database/${key}`;
  const url = view.textAt(pointer);
  if (url === undefined || url === '' || (key === 'url' && url === 'embedded')) return [];
  const parsed = URL.parse(url);
  const forms = key === 'url' ? 'embedded, or ' : '';
  const fix = `Write ${forms}postgresql://user:password@host:5432/database with reserved characters percent-encoded.`;
  // The value may contain a password, so the message does not quote it.
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    const what = `"database.${key}" is ${key === 'url' ? 'neither "embedded" nor' : 'not'} a PostgreSQL address`;
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
  }
  if (parsed.hash === '') return [];
  const what = `"database.${key}" is cut at a "#"`;
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: 'Write %23 for a # in the password.' })];
}

function checkJwt(view: ConfigView): readonly Finding[] {
  const pointer = '/auth/bearer/jwt';
  const keys = view.keysAt(pointer);
  if (keys.includes('secret') && keys.includes('jwks')) {
    const what = '"auth.bearer.jwt" has both a secret and a jwks, but tokens are checked against one of them';
    const related = [view.placeOf(`${pointer}/secret`, 'key')];
    const fix = 'Keep one of them.';
    return [findingAt(view, `${pointer}/jwks`, { code: 'CONFIG_INVALID', what, fix, related, target: 'key' })];
  }
  // Checked only for an object. The schema has reported any other value.
  if (keys.includes('issuer') && !keys.includes('secret') && !keys.includes('jwks')) {
    const what = '"auth.bearer.jwt" has neither a secret nor a jwks to check tokens against';
    const fix = 'Add "secret: generated", or the jwks address of your issuer.';
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix, target: 'key' })];
  }
  return checkJwks(view, `${pointer}/jwks`, 'auth.bearer.jwt.jwks');
}

function checkTokens(view: ConfigView): readonly Finding[] {
  const pointers = view.keysAt('/auth/bearer/tokens').map((index) => `/auth/bearer/tokens/${index}/sha256`);
  return duplicates(view, pointers, {
    same: (hash) => hash.toLowerCase(),
    what: () => 'a second token has the same sha256, so its owner is ambiguous',
    fix: 'Keep one of them.',
  });
}

function duplicates(
  view: ConfigView,
  pointers: readonly string[],
  texts: { same: (text: string) => string; what: (pointer: string, first: string) => string; fix: string },
): readonly Finding[] {
  const firsts = new Map<string, string>();
  return pointers.flatMap((pointer) => {
    const text = view.textAt(pointer);
    if (text === undefined) return [];
    const first = firsts.get(texts.same(text));
    if (first === undefined) {
      firsts.set(texts.same(text), pointer);
      return [];
    }
    const related = view.isWritten(first) ? { related: [view.placeOf(first, 'value')] } : {};
    const { fix } = texts;
    return [findingAt(view, pointer, { code: 'CONFIG_DUPLICATE', what: texts.what(pointer, first), fix, ...related })];
  });
}

/** Reports query parameters of pages whose names have another meaning for the components of the page. */
function checkPageValues(view: ConfigView): readonly Finding[] {
  return view.keysAt('/pages').flatMap((group) => {
    const pointer = pointerTo('/pages', group);
    const path = view.textAt(`${pointer}/path`) ?? '';
    const parameters = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
    return view.keysAt(`${pointer}/query`).flatMap((index) => {
      const place = `${pointer}/query/${index}`;
      const name = view.textAt(place);
      if (name === undefined || ![...parameters, 'routeId', 'userId'].includes(name)) return [];
      const owner = parameters.includes(name) ? "a parameter of the page's path" : 'something that every page has';
      const what = `the query parameter ${view.quote(place)} has the name of ${owner}`;
      return [findingAt(view, place, { code: 'CONFIG_INVALID', what, fix: 'Give it another name.' })];
    });
  });
}
