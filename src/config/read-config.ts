import { resolve } from 'node:path';
import { compareFindings, type Finding, StartupError } from '#base';
import { adminUrlPointer, checkAdminUrl } from './admin-url.ts';
import { buildConfig, type Overrides } from './build-config.ts';
import { checkSemantics } from './check-semantics.ts';
import type { Config } from './config.ts';
import { viewConfig } from './config-view.ts';
import { retypeText, validateGatewayConfig } from './gateway-schema.ts';
import type { SecretMode } from './generated-secret.ts';
import { schemaFindings } from './schema-findings.ts';
import type { Environment } from './yaml/interpolate.ts';
import { readConfigText } from './yaml/read-config-text.ts';
import { parseYaml } from './yaml/yaml-document.ts';
import { readYamlValues } from './yaml/yaml-values.ts';

export interface ReadConfigOptions {
  /** Values for `${VAR}`, usually `process.env`. */
  readonly environment: Environment;
  /** Overrides of the file. The caller has validated them. */
  readonly overrides?: Overrides;
  /** Whether to create missing generated secrets. Default: `look`, which writes nothing. */
  readonly generatedSecrets?: SecretMode;
  /** Whether to fill in `database.adminUrl`. Default: false, so that a process that serves never holds it. */
  readonly readsAdminUrl?: boolean;
  /** Text to use instead of the file's content. */
  readonly text?: string | undefined;
}

/** The config, unless a finding is an error, with all findings in the order of the file. */
export interface ReadConfig {
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Reads and validates gateway.yaml. Errors in the file become findings, not exceptions. */
export async function readConfig(path: string, options: ReadConfigOptions): Promise<ReadConfig> {
  // 1. Read and parse the text. Stop at a syntax error.
  const file = resolve(path);
  const source = options.text ?? (await readConfigText(file));
  if (typeof source !== 'string') return { config: undefined, findings: [source] };
  const { yaml, findings: syntaxFindings } = parseYaml(source, file);
  if (yaml === undefined) return { config: undefined, findings: syntaxFindings.toSorted(compareFindings) };

  // 2. Read the values and interpolate the environment.
  const unfilled = options.readsAdminUrl === true ? [] : [adminUrlPointer];
  const values = readYamlValues(yaml, { environment: options.environment, retype: retypeText, unfilled });
  const view = viewConfig(yaml, values);

  // 3. Run every check, whatever the others find.
  const { config: gateway, problems } = validateGatewayConfig(values.value, { isSecret: view.isSecret });
  const findings = [
    ...values.findings,
    ...schemaFindings(problems, view, values),
    ...checkSemantics(view),
    ...checkAdminUrl(yaml, view),
  ].toSorted(compareFindings);
  if (gateway === undefined || findings.some(({ severity }) => severity === 'error'))
    return { config: undefined, findings };

  // 4. Build the Config.
  const { overrides = {}, generatedSecrets = 'look' } = options;
  try {
    const config = await buildConfig(gateway, { file, source, view, overrides, generatedSecrets });
    return { config: deepFreeze(config), findings };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { config: undefined, findings: [...findings, ...error.findings] };
  }
}

/** Freezes plain objects and arrays deeply. Does not touch instances of classes. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !Array.isArray(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

export interface LoadConfigOptions extends ReadConfigOptions {
  /** Receives the warnings when there are no errors. */
  readonly warn?: (warnings: readonly Finding[]) => void;
}

/**
 * Reads the config for a start. Creates missing generated secrets. Throws a StartupError with all findings when one
 * of them is an error, and otherwise passes warnings to `warn`.
 */
export async function loadConfig(file: string, { warn, ...options }: LoadConfigOptions): Promise<Config> {
  const { config, findings } = await readConfig(file, { generatedSecrets: 'keep', ...options });
  if (config === undefined) throw new StartupError(findings);
  if (findings.length > 0) warn?.(findings);
  return config;
}
