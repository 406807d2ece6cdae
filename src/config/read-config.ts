import { resolve } from 'node:path';
import {
  compareFindings,
  deepFreeze,
  type Finding,
  type FindingCode,
  fixOfProblem,
  fixOfType,
  type SchemaProblem,
  StartupError,
} from '#base';
import { adminUrlPointer, checkAdminUrl } from './admin-url.ts';
import { buildConfig, type Overrides } from './build-config.ts';
import { type ConfigPurpose, checkProduction, isProduction } from './check-production.ts';
import { checkSemantics } from './check-semantics.ts';
import type { Config } from './config.ts';
import { type ConfigView, findingAt, viewConfig } from './config-view.ts';
import { hintAt, objectsWithKey, retypeText, validateGatewayConfig } from './gateway-schema.ts';
import type { SecretMode } from './secrets/generated-secret.ts';
import { readConfigText } from './yaml/read-config-text.ts';
import { parseYaml } from './yaml/yaml-document.ts';
import { readYamlValues, type YamlValues } from './yaml/yaml-values.ts';

export interface ReadConfigOptions {
  /** Values for `${VAR}`, usually `process.env`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Overrides of the file. The caller has validated them. */
  readonly overrides?: Overrides;
  /** Whether to create missing generated secrets. Default: `look`, which writes nothing. */
  readonly generatedSecrets?: SecretMode;
  /** Whether to fill in `database.adminUrl`. Default: false, so that a process that serves never holds it. */
  readonly readsAdminUrl?: boolean;
  /** What the config is for. Default: `look`, which accepts a demonstration in production. */
  readonly purpose?: ConfigPurpose;
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
  const environment = withPort(options);
  const values = readYamlValues(yaml, { environment, retype: retypeText, unfilled });
  const view = viewConfig(yaml, values);

  // 3. Run every check, whatever the others find.
  const { config: gateway, problems } = validateGatewayConfig(values.value, { isSecret: view.isSecret });
  const { overrides = {}, generatedSecrets = 'look', purpose = 'look' } = options;
  const mistakes = [
    ...values.findings,
    ...schemaFindings(problems, view, values),
    ...checkSemantics(view),
    ...checkAdminUrl(yaml, view),
  ];
  const isDemo = overrides.demo === true;
  const refusals = checkProduction(view, { purpose, environment, isDemo, empty: values.empty });
  const findings = [...mistakes, ...refusals].toSorted(compareFindings);
  // A check goes on to the extensions: what production refuses is a valid config.
  const isRefused = purpose === 'start' && refusals.some(({ severity }) => severity === 'error');
  if (gateway === undefined || isRefused || mistakes.some(({ severity }) => severity === 'error'))
    return { config: undefined, findings };

  // 4. Build the Config.
  try {
    const isOperated = purpose !== 'look' && !isDemo && isProduction(environment);
    const config = await buildConfig(gateway, { file, source, view, overrides, generatedSecrets, isOperated });
    return { config: deepFreeze(config), findings };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { config: undefined, findings: [...findings, ...error.findings] };
  }
}

/** A port that overrides the file's is also what `${PORT}` reads, so that addresses in settings follow it. */
function withPort({ environment, overrides: { port } = {} }: ReadConfigOptions): NodeJS.ProcessEnv {
  return port === undefined ? environment : { ...environment, PORT: String(port) };
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

/** Converts problems with the schema into findings in gateway.yaml. */
function schemaFindings(problems: readonly SchemaProblem[], view: ConfigView, values: YamlValues): readonly Finding[] {
  return problems
    .filter(({ pointer }) => !values.unread.has(pointer))
    .map((problem) => {
      const { pointer, message } = problem;
      const variables = values.variables.get(pointer)?.map((name) => `\${${name}}`) ?? [];
      const what = variables.length === 0 ? message : `${message}, once ${variables.join(' and ')} is filled in`;
      // A missing or empty value is shown at its key.
      const target =
        problem.rule === 'required' || (problem.rule === 'type' && problem.message.endsWith('is empty'))
          ? 'key'
          : problem.target;
      return findingAt(view, pointer, { code: codeOf(problem), what, target, fix: fixOf(problem) });
    });
}

function codeOf({ pointer, rule }: SchemaProblem): FindingCode {
  if (rule === 'additionalProperties') return 'CONFIG_UNKNOWN_KEY';
  return rule === 'pattern' && /^\/system\/extensions\/\d+\/name$/.test(pointer) ? 'EXTENSION_NAME' : 'CONFIG_INVALID';
}

function fixOf(problem: SchemaProblem): string {
  const { rule, name, message } = problem;
  if (rule === 'additionalProperties' && name !== undefined) return unknownKeyFix(problem, name);
  if (rule === 'required' && name !== undefined) return `Add "${name}: ...".`;
  const typeFix = rule === 'type' ? fixOfType(message) : undefined;
  if (typeFix !== undefined) return typeFix;
  if (problem.pointer.endsWith('/placement')) return 'Write in-process, process, { process: ... } or { url: ... }.';
  return problem.fix ?? hintAt(problem.pointer) ?? fixOfProblem(problem);
}

function unknownKeyFix(problem: SchemaProblem, name: string): string {
  const { pointer, fix } = problem;
  if (name === '<<') return 'YAML 1.2 has no merge keys: write the keys out, or use an alias for a whole value.';
  const objects = objectsWithKey(name).filter((object) => pointer !== `/${object}/${name}`);
  if (fix?.startsWith('Did you mean') !== true && objects.length > 0)
    return `It belongs in ${objects.map((object) => `"${object}"`).join(' or ')}.`;
  return fixOfProblem(problem);
}
