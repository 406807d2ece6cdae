import { type Finding, type FindingCode, fixOfProblem, fixOfType, type SchemaProblem } from '#base';
import { type ConfigView, findingAt } from './config-view.ts';
import { hintAt, objectsWithKey } from './gateway-schema.ts';
import type { YamlValues } from './yaml/yaml-values.ts';

/** Converts problems with the schema into findings in gateway.yaml. */
export function schemaFindings(
  problems: readonly SchemaProblem[],
  view: ConfigView,
  values: YamlValues,
): readonly Finding[] {
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
  if (problem.pointer.endsWith('/placement')) return 'Remove the line, or write "placement: in-process".';
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
