import { basename, join } from 'node:path';
import { listFolder } from '../files/list-folder.ts';
import { type Report, reportStrays } from '../files/report.ts';

/** One mail: `mails/<name>.tsx`. */
export interface MailFile {
  /** `order-confirmed` */
  readonly name: string;
  readonly file: string;
}

/** Reads `mails/`, sorted by name. */
export async function readMails(root: string, report: Report): Promise<readonly MailFile[]> {
  const { folder, files, folders } = await listFolder(join(root, 'mails'), root, report);
  const mails = files.filter((name) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.tsx$/.test(name));
  const strays = [...files, ...folders].filter((name) => !mails.includes(name) && name !== 'README.md');
  const fix = 'A mail is mails/<name>.tsx, in lower case with dashes. Modules that mails share belong in e.g. src/.';
  reportStrays(folder, strays, { what: 'is no mail', fix }, report);
  return mails.map((name) => ({ name: basename(name, '.tsx'), file: join(folder, name) }));
}
