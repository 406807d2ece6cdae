import { errorFinding, type Finding, placeInCode } from '#base';
import type { BundleModule } from '#bundle';
import { shopIn } from '#config';
import type { Context, TaskContext } from '#extension-api';
import { type Texts, textsIn } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';
import type { TaskCall } from '#queue';
import type { ExtensionDescription } from './extension-description.ts';

/** One attempt of a job or a subscriber. */
export interface TaskRun extends Pick<TaskCall, 'task' | 'input' | 'attempt'> {
  /** Its signal ends the run. */
  readonly context: Context;
}

/** Every task that is not a function. Needs none of the extension's code. */
export function checkTasks({ tasks }: ExtensionManifest, described: ExtensionDescription['tasks']): readonly Finding[] {
  return tasks.flatMap(({ name, file }) => {
    const kind = described?.[name] ?? 'nothing';
    if (kind === 'a function') return [];
    return errorFinding('TASK_NOT_A_FUNCTION', {
      where: placeInCode(file, ['export default']),
      what: `"${name}" has ${kind} as its default export, not a function`,
      fix: 'Write "export default async (input, context) => { ... }"; a module that is no task belongs in e.g. src/.',
    });
  });
}

/** Runs a task of a module in this process. Rejects with the task's error. */
export async function runTaskOf(
  tasks: BundleModule['tasks'],
  { task, input, attempt, context }: TaskRun,
  texts: Texts,
): Promise<void> {
  const run = tasks[task];
  if (!isTask(run)) throw new Error(`there is no task ${task}`);
  await run(input, taskContext(context, attempt, texts));
}

function isTask(value: unknown): value is (input: unknown, context: TaskContext) => unknown {
  return typeof value === 'function';
}

function taskContext(context: Context, attempt: number, texts: Texts): TaskContext {
  const { caller, shop, settings, signal, logger, query, url, later } = context;
  return {
    attempt,
    ...{ caller, shop, settings, signal, logger, query, url, later },
    text: (locale) => textsIn(texts, shopIn(shop, locale)),
    mail: (name, options) => context.mail(name, options),
    // An extension without migrations has no database.
    get database() {
      return context.database;
    },
    get files() {
      return context.files;
    },
  };
}
