import { didYouMean, type ExtensionManifest, type Finding } from 'stoa/tooling';
import { isOwn } from '../shop/index.ts';
import { callsOf, literalText, readModules, type SourceModule } from '../source/index.ts';
import { literalParts, warning } from './module-facts.ts';

type Described = Pick<ExtensionManifest, 'id' | 'folder' | 'events' | 'tasks' | 'mails'>;

/** Events and jobs that nothing uses, and calls that name no event, job or mail of their extension. */
export async function lintEvents(manifests: readonly Described[]): Promise<readonly Finding[]> {
  const taken = new Set(
    manifests.flatMap(({ tasks }) => tasks.flatMap((task) => (task.kind === 'job' ? [] : task.event))),
  );
  const found = await Promise.all(
    manifests.map(async (manifest) => {
      const modules = await readModules(manifest.folder);
      return [
        ...modules.flatMap((module) => foreignNames(module, manifest, manifests)),
        ...modules.flatMap((module) => unknownMails(module, manifest)),
        // The operator of a shop cannot change a package.
        ...(isOwn(manifest) ? [...idleEvents(manifest, modules, taken), ...idleJobs(manifest, modules)] : []),
      ];
    }),
  );
  return found.flat();
}

/** Calls that reject, since PostgreSQL lets an extension send what is its own alone. */
function foreignNames(
  module: SourceModule,
  { id, events, tasks }: Described,
  manifests: readonly Described[],
): readonly Finding[] {
  const own = events.map(({ name }) => name);
  const jobs = tasks.flatMap(({ kind, name }) => (kind === 'job' ? name.slice('jobs/'.length) : []));
  return callsOf(module.program, ['publish', 'later']).flatMap(({ name: called, of, given, offset }) => {
    const name = literalText(given[0]);
    const owner = manifests.find(({ events: others }) => others.some((each) => each.name === name))?.id;
    const isPublish = called === 'publish';
    // Other functions are called so, too.
    const isSure = owner !== undefined || of === 'transaction' || (!isPublish && (of ?? 'context') === 'context');
    if (name === undefined || !isSure || (isPublish ? own : jobs).includes(name)) return [];
    if (!isPublish)
      return warning(module, offset, {
        code: 'LINT_JOB_UNKNOWN',
        what: `asks for the job "${name}", and ${id} has no jobs/${name}.ts: the call rejects`,
        fix: `${didYouMean(name, jobs)} What another extension is to do, tell it by an event.`,
      });
    const whose = owner === undefined ? 'which no extension describes' : `an event of ${owner}`;
    return warning(module, offset, {
      code: 'LINT_EVENT_FOREIGN',
      what: `publishes "${name}", ${whose}: the call rejects`,
      fix: `${didYouMean(name, own)} To tell something of its own, ${id} describes it in events/.`,
    });
  });
}

/** `context.mail` and `transaction.mail` of a mail that the extension does not have. */
function unknownMails(module: SourceModule, { id, mails }: Described): readonly Finding[] {
  const names = mails.map(({ name }) => name);
  return callsOf(module.program, ['mail']).flatMap(({ of, given, offset }) => {
    const name = literalText(given[0]);
    if (name === undefined || names.includes(name) || (of !== 'transaction' && of !== 'context')) return [];
    return warning(module, offset, {
      code: 'LINT_MAIL_UNKNOWN',
      what: `sends the mail "${name}", and ${id} has no mails/${name}.tsx: the call rejects`,
      fix: didYouMean(name, names),
    });
  });
}

/** Jobs without a schedule that the code of their extension does not name. */
function idleJobs({ id, tasks }: Described, modules: readonly SourceModule[]): readonly Finding[] {
  const texts = new Set(modules.flatMap((module) => literalParts(module).map(({ text }) => text)));
  return tasks.flatMap((task): readonly Finding[] => {
    const name = task.name.slice('jobs/'.length);
    if (task.kind !== 'job' || task.schedule !== undefined || texts.has(name)) return [];
    const what = `has no schedule, and no code of ${id} asks for it, so it never runs`;
    const fix = `Write jobs/${name}.json with "cron" or "every", or ask for it: context.later("${name}").`;
    return [{ code: 'LINT_JOB_UNASKED', severity: 'warning', where: { file: task.file, line: 1 }, what, fix }];
  });
}

/** Events of an extension that its code does not name, or that no extension of the shop takes. */
function idleEvents(
  { id, events }: Described,
  modules: readonly SourceModule[],
  taken: ReadonlySet<string>,
): readonly Finding[] {
  return events.flatMap(({ name, file }): readonly Finding[] => {
    const publishing = modules.filter((module) => literalParts(module).some(({ text }) => text === name));
    const related = publishing.map((module) => ({ file: module.file }));
    const idle = (parts: Pick<Finding, 'code' | 'what' | 'fix'>): readonly Finding[] => [
      { ...parts, severity: 'warning', where: { file, line: 1 }, related },
    ];
    if (publishing.length === 0)
      return idle({
        code: 'LINT_EVENT_UNPUBLISHED',
        what: `describes "${name}", which no code of ${id} publishes`,
        fix: `Publish it where the data changes: transaction.publish("${name}", { ... }); or remove the file.`,
      });
    if (taken.has(name)) return [];
    return idle({
      code: 'LINT_EVENT_UNTAKEN',
      what: `describes "${name}", which no extension of the shop takes`,
      fix: 'Add a subscriber, or remove it; or, when other shops take it, say so where it is published: // stoa-allow LINT_EVENT_UNTAKEN: ...',
    });
  });
}
