import type { Finding } from '#base';
import { type ConfigView, findingAt, warningAt } from './config-view.ts';

/** Checks the address of public keys. `name` is that of its key in gateway.yaml. */
export function checkJwks(view: ConfigView, pointer: string, name: string): readonly Finding[] {
  const jwks = view.textAt(pointer);
  if (jwks === undefined || jwks === '') return [];
  const url = URL.parse(jwks);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    const what = `"${name}" is not an http or https address`;
    const fix = 'Write it in full, such as https://login.example.com/.well-known/jwks.json.';
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'https:' || local) return [];
  const what = `"${name}" is fetched without TLS: an attacker in the network can replace the keys and sign any token`;
  return [warningAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix: 'Use https.' })];
}
