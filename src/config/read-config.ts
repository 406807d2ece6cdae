import { resolve } from 'node:path';
import { byPlace } from '../base/by-place.ts';
import { type Finding, StartupError } from '../base/startup-error.ts';
import { buildConfig, type Overrides } from './build-config.ts';
import { checkMeaning } from './check-meaning.ts';
import type { Config } from './config.ts';
import { viewConfig } from './config-view.ts';
import { deepFreeze } from './deep-freeze.ts';
import { retypeText, validateGatewayConfig } from './gateway-schema.ts';
import type { SecretMode } from './generated-secret.ts';
import type { Environment } from './interpolate.ts';
import { readConfigText } from './read-config-text.ts';
import { schemaFindings } from './schema-findings.ts';
import { parseYaml } from './yaml-document.ts';
import { readYamlValues } from './yaml-values.ts';

export interface ReadConfigOptions {
  /** Where `${VAR}` is looked up; `process.env` as a rule. */
  readonly environment: Environment;
  /** Put over the file; the caller has checked them. */
  readonly overrides?: Overrides;
  /** Whether `generated` may make a secret; reading writes nothing unless told to `keep` it. */
  readonly generatedSecrets?: SecretMode;
  /** What the file shall be taken to say, instead of what it says. */
  readonly text?: string | undefined;
}

/** The config, unless a finding is an error; and all findings, in the file's order. */
export interface ReadConfig {
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Reads and checks gateway.yaml. What is wrong with the file is a finding, never an exception. */
export async function readConfig(path: string, options: ReadConfigOptions): Promise<ReadConfig> {
  // 1. The text. Without it, or when it is not well-formed, nothing else can be known.
  const file = resolve(path);
  const source = options.text ?? (await readConfigText(file));
  if (typeof source !== 'string') return { config: undefined, findings: [source] };
  const { yaml, findings: syntaxFindings } = parseYaml(source, file);
  if (yaml === undefined) return { config: undefined, findings: syntaxFindings.toSorted(byPlace) };

  // 2. The values, with the environment filled in.
  const values = readYamlValues(yaml, { environment: options.environment, retype: retypeText });
  const view = viewConfig(yaml, values);

  // 3. Every check runs, whatever the others found.
  const { config: gateway, problems } = validateGatewayConfig(values.value, { isSecret: view.isSecret });
  const findings = [...values.findings, ...schemaFindings(problems, view, values), ...checkMeaning(view)].toSorted(
    byPlace,
  );
  if (gateway === undefined || findings.some(({ severity }) => severity === 'error'))
    return { config: undefined, findings };

  // 4. What the rest of the program works with.
  const { overrides = {}, generatedSecrets = 'look' } = options;
  try {
    const config = await buildConfig(gateway, { file, source, view, overrides, generatedSecrets });
    return { config: deepFreeze(config), findings };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { config: undefined, findings: [...findings, ...error.findings] };
  }
}
