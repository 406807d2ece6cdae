import { isAlias, isScalar } from 'yaml';
import { errorFinding, type Finding } from '#base';
import { type ConfigView, findingAt } from './config-view.ts';
import { passwordIn } from './secrets/literal-secrets.ts';
import { readConfigText } from './yaml/read-config-text.ts';
import { parseYaml, type YamlDocument } from './yaml/yaml-document.ts';

export const adminUrlPointer = '/database/adminUrl';

/**
 * Checks what a JSON Schema cannot express about `database.adminUrl`. A password that is written in the file would
 * be in the process that serves, which keeps the text of gateway.yaml.
 */
export function checkAdminUrl({ document }: YamlDocument, view: ConfigView): readonly Finding[] {
  const text = textIn(document);
  if (text === undefined || text === '') return [];
  if (passwordIn(text) !== undefined)
    return [
      errorFinding('CONFIG_INSECURE', {
        where: view.placeOf(adminUrlPointer, 'value'),
        what: '"database.adminUrl" has a password in plain text, so the process that serves would have it, too',
        fix: 'Write "${DATABASE_ADMIN_URL:-}", and set the variable where "stoa migrate" runs.',
      }),
    ];
  if ((view.textAt(adminUrlPointer) ?? '') === '' || (view.textAt('/database/url') ?? 'embedded') !== 'embedded')
    return [];
  const what = '"database.adminUrl" is set, but the embedded database has an administrator of its own';
  const fix = "Write the address of the gateway's own role into database.url, or leave adminUrl out.";
  return [findingAt(view, adminUrlPointer, { code: 'CONFIG_INVALID', what, fix })];
}

/**
 * Names of the variables that are set, and from which `database.adminUrl` alone takes its value. Empty when the file
 * cannot be read: its findings come later.
 */
export async function adminUrlVariables(file: string, environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const source = await readConfigText(file);
  if (typeof source !== 'string' || !source.includes('adminUrl')) return [];
  const { yaml } = parseYaml(source, file);
  const text = yaml === undefined ? undefined : textIn(yaml.document);
  const elsewhere = namesIn(source.replace(text ?? '', ''));
  return namesIn(text ?? '').filter((name) => (environment[name] ?? '') !== '' && !elsewhere.includes(name));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(?!file:)(\w+)/g)].flatMap(([, name]) => name ?? []);
}

function textIn(document: YamlDocument['document']): string | undefined {
  const node: unknown = document.getIn(['database', 'adminUrl'], true);
  const target = isAlias(node) ? node.resolve(document) : node;
  return isScalar(target) && typeof target.value === 'string' ? target.value : undefined;
}
