import { dirname, relative } from 'node:path';
import type { RefusedChange } from '../current-gateway.ts';
import type { Gateway } from '../gateway.ts';

/** Tells a browser in development which gateway serves: it reloads a page that is of another one. */
export function servingEvent({ pages }: Pick<Gateway, 'pages'>): string {
  return `data: ${pages.generation}\n\n`;
}

/** Tells a browser in development why what was saved is not to be seen; `development-overlay.ts` shows it. */
export function refusedEvent({ config }: Pick<Gateway, 'config'>, { message, findings }: RefusedChange): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const problems = errors.map(({ where: { file, line, column }, code, what, fix }) => ({
    place: [relative(dirname(config.file), file), line, column].filter((part) => part !== undefined).join(':'),
    code,
    what,
    fix,
  }));
  return `event: refused\ndata: ${JSON.stringify({ message, problems })}\n\n`;
}
