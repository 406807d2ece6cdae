import type { Finding } from '../../base/findings/startup-error.ts';
import { repositoryPath } from './repository-root.ts';

/** Workflow commands, which GitHub shows at the lines of a pull request. */
export function githubCommands(findings: readonly Finding[], root: string): string {
  return findings
    .map(({ code, severity, where, what, fix }) => {
      const path = repositoryPath(root, where.file);
      const properties = {
        ...(path === undefined ? {} : { file: path, line: where.line ?? 1, col: where.column }),
        title: `stoa ${code}`,
      };
      const written = Object.entries(properties)
        .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${escapeProperty(String(value))}`))
        .join(',');
      const place = path === undefined ? `${where.file}: ` : '';
      return `::${severity} ${written}::${escapeData(`${place}${what}\n${fix}`)}`;
    })
    .join('\n');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
