import type { Finding } from '#base';
import { generatedSecretPointers, weakSecrets } from './check-secrets.ts';
import { type ConfigView, findingAt } from './config-view.ts';

/** What the caller reads gateway.yaml for: to open the shop, to report what is wrong, or only to look. */
export type ConfigPurpose = 'start' | 'check' | 'look';

interface ProductionRules {
  readonly purpose: ConfigPurpose;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the operator asked for the demonstration: `stoa start --demo`. */
  readonly isDemo: boolean;
  /** By JSON pointer: names of variables that are set but empty. */
  readonly empty: ReadonlyMap<string, readonly string[]>;
}

type Allowed = 'embedded-database' | 'generated-secrets' | 'empty-variables';

/**
 * Reports what a start in production refuses: an embedded database, generated secrets, empty variables, no address,
 * weak secrets, which are warnings elsewhere. A replica that misses a variable would otherwise open another shop.
 * `system.allowInProduction` allows the first three. Without `shop.url`, any client could choose the host of canonical
 * links, which caches then keep. `check` reports empty variables in any environment.
 */
export function checkProduction(view: ConfigView, rules: ProductionRules): readonly Finding[] {
  const weak = weakSecrets(view);
  if (rules.purpose === 'look' || rules.isDemo) return weak;
  const allowed = view
    .keysAt('/system/allowInProduction')
    .map((index) => view.textAt(`/system/allowInProduction/${index}`));
  const isRefused = (setting: Allowed): boolean => !allowed.includes(setting);
  const isOperated = isProduction(rules.environment);
  const empty = (isOperated || rules.purpose === 'check') && isRefused('empty-variables') ? rules.empty : noVariables;
  const findings = [...empty].flatMap(([pointer, names]) => emptyFinding(view, pointer, names));
  if (!isOperated) return [...findings, ...weak];
  findings.push(...weak.map((finding): Finding => ({ ...finding, severity: 'error' })));
  if ((view.textAt('/shop/url') ?? '') === '') findings.push(addressFinding(view));
  if (isRefused('embedded-database') && view.textAt('/database/url') === 'embedded' && !empty.has('/database/url'))
    findings.push(embeddedFinding(view));
  if (isRefused('generated-secrets')) {
    const pointers = generatedSecretPointers(view).filter((pointer) => !empty.has(pointer));
    findings.push(...pointers.map((pointer) => generatedFinding(view, pointer)));
  }
  return findings;
}

const noVariables: ReadonlyMap<string, readonly string[]> = new Map();

/** Whether the operator set NODE_ENV to production. STOA_NODE_ENV_ASSUMED: the command line has set it, for React. */
export function isProduction({ NODE_ENV, STOA_NODE_ENV_ASSUMED }: NodeJS.ProcessEnv): boolean {
  return NODE_ENV === 'production' && STOA_NODE_ENV_ASSUMED === undefined;
}

function meantFix(allowed: Allowed): string {
  return `If it is meant, write "allowInProduction: [${allowed}]" under "system" in gateway.yaml.`;
}

function emptyFinding(view: ConfigView, pointer: string, names: readonly string[]): readonly Finding[] {
  // An empty value that must not be empty has a finding of its own.
  if (view.textAt(pointer) === '' && !pointer.startsWith('/server/headers/')) return [];
  const [first = ''] = names;
  const what = `the variable ${names.join(' and ')} is set, but empty`;
  const fix = `Give ${first} a value, or unset it. ${meantFix('empty-variables')}`;
  return [findingAt(view, pointer, { code: 'CONFIG_VARIABLE_EMPTY', what, fix })];
}

function addressFinding(view: ConfigView): Finding {
  const what = '"shop.url" is missing, and NODE_ENV is production: pages would name whatever host a request asks for';
  const fix = 'Write the address that shoppers see under "shop" in gateway.yaml, e.g. url: https://shop.example.com.';
  return findingAt(view, '/shop/url', { code: 'CONFIG_NOT_FOR_PRODUCTION', what, fix, target: 'key' });
}

function embeddedFinding(view: ConfigView): Finding {
  const what =
    'the database is embedded, and NODE_ENV is production: its data lies on this machine alone, and no other replica has it';
  const fix = `Give the address of a PostgreSQL server, for example in DATABASE_URL. ${meantFix('embedded-database')}`;
  return findingAt(view, '/database/url', { code: 'CONFIG_NOT_FOR_PRODUCTION', what, fix });
}

function generatedFinding(view: ConfigView, pointer: string): Finding {
  const isJwt = pointer.startsWith('/auth/bearer');
  const [name, variable] = isJwt
    ? ['auth.bearer.jwt.secret', 'STOA_JWT_SECRET']
    : ['auth.session.secret', 'STOA_SESSION_SECRET'];
  const what = `"${name}" is generated, and NODE_ENV is production: each replica would have a secret of its own`;
  const fix = `Give all replicas one secret, for example in ${variable}: openssl rand -base64 32. ${meantFix('generated-secrets')}`;
  return findingAt(view, pointer, { code: 'CONFIG_NOT_FOR_PRODUCTION', what, fix });
}
