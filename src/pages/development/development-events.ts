import { dirname, relative } from 'node:path';
import type { Finding } from '../../base/findings/startup-error.ts';
import type { PagesGateway } from '../pages-gateway.ts';

/** A change of the files that is not served, since no gateway could be built of it. */
export interface RefusedChange {
  readonly message: string;
  /** Empty when no file is at fault. */
  readonly findings: readonly Finding[];
}

/** Tells a browser in development which gateway serves: it reloads a page that is of another one. */
export function servingEvent({ pages }: Pick<PagesGateway, 'pages'>): string {
  return `data: ${pages.generation}\n\n`;
}

/** Tells a browser in development why what was saved is not to be seen; `development-overlay.ts` shows it. */
export function refusedEvent({ config }: Pick<PagesGateway, 'config'>, { message, findings }: RefusedChange): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const problems = errors.map(({ where: { file, line, column }, code, what, fix }) => ({
    place: [relative(dirname(config.file), file), line, column].filter((part) => part !== undefined).join(':'),
    code,
    what,
    fix,
  }));
  return `event: refused\ndata: ${JSON.stringify({ message, problems })}\n\n`;
}
