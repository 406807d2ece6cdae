import type { TaskRun } from '../running/run-task.ts';
import { wire } from '../wire/messages.ts';
import { type CallFieldsParts, callFields } from './call-fields.ts';
import type { Instances } from './instances.ts';
import { errorIn, readText } from './json-answer.ts';

/** Lets an extension elsewhere run a task. Resolves when it is done. Rejects with the task's error. */
export async function callTask(
  instances: Instances,
  { key, factsOf }: CallFieldsParts,
  { context, ...run }: TaskRun,
): Promise<void> {
  const [method, path] = ['POST', wire.paths.task];
  const body = JSON.stringify(run);
  const facts = factsOf(context);
  const { answer, instance } = await instances.send({
    request: (contracts) => {
      const fields = callFields(key, { method, path, context, facts, contracts, body });
      const headers = [...fields, 'content-type', 'application/json'];
      return { method, path, headers, body, signal: context.signal };
    },
  });
  const failure = await errorIn(answer);
  if (failure !== undefined) throw failure;
  const text = await readText(answer);
  if (answer.status !== 200)
    throw instances.unavailable(new Error(`${instance.name} answered ${answer.status}: ${text.slice(0, 300)}`));
}
