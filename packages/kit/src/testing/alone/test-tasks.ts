import { randomUUID } from 'node:crypto';
import { didYouMean, type TestDeadLetter, type TestExtension } from 'stoa/tooling';
import type { Alone } from './open-alone.ts';

/** Runs jobs and subscribers of an extension at once, and without a queue. */
export function testTasks({ manifest, running }: Alone): Pick<TestExtension, 'publish' | 'runJob' | 'deadLetters'> {
  const letters: TestDeadLetter[] = [];
  const { signal } = new AbortController();
  const { id: extension, tasks } = manifest;
  const attemptOf = (task: string, input: unknown, attempt: number): Promise<void> =>
    running.gateway.runTask({ extension, task, attempt, signal, input: JSON.parse(JSON.stringify(input ?? null)) });

  return {
    async publish(name, payload) {
      const takers = tasks.filter((task) => task.kind === 'subscriber');
      const own = takers.filter(({ event }) => event === name);
      if (own.length === 0)
        throw new Error(
          `no subscriber takes "${name}". ${didYouMean(name, new Set(takers.map(({ event }) => event)))}`,
        );
      const id = randomUUID();
      const before = letters.length;
      for (const { name: task, attempts } of own) {
        const key = `${id}/${extension}/${task}`;
        // Rounded up: rows of before have microseconds.
        const input = { id, name, at: new Date(Date.now() + 1).toISOString(), payload, key };
        const error = await tryAll(attempts, (attempt) => attemptOf(task, input, attempt));
        if (error !== undefined) letters.push({ task, input, error });
      }
      const [dead] = letters.slice(before);
      if (dead !== undefined) throw dead.error;
    },
    async runJob(name, input) {
      await attemptOf(`jobs/${name}`, input, 1);
    },
    deadLetters: () => [...letters],
  };
}

/** The error of the last attempt; undefined when one succeeds. */
async function tryAll(attempts: number, run: (attempt: number) => Promise<void>): Promise<Error | undefined> {
  let failure: Error | undefined;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      await run(attempt);
      return undefined;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  return failure;
}
