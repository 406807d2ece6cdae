import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What `scripts/test.ts` reads after a run. */
export interface RunReport {
  readonly passing: number;
  readonly pending: number;
  /** The title and the error of each failure, by file. */
  readonly failing: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds in tests and hooks, by file. */
  readonly times: Readonly<Record<string, number>>;
}

/** Mocha's `spec` reporter, which also writes a {@link RunReport} to the file of its option `output`. */
export default class FileReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failing: Record<string, string[]> = {};
    const times: Record<string, number> = {};
    const count = ({ file = '', duration = 0 }: Mocha.Runnable): void => {
      times[file] = (times[file] ?? 0) + duration;
    };
    runner.on('test end', count);
    runner.on('hook end', count);
    runner.on('fail', (test, { message }: Error) => {
      const { file = 'a hook of all files' } = test;
      failing[file] = [...(failing[file] ?? []), `${test.fullTitle()}: ${message}`];
    });
    runner.once('end', () => {
      const { passes: passing, pending } = this.stats;
      const report: RunReport = { passing, pending, failing, times };
      writeFileSync(String(options.reporterOptions?.output), JSON.stringify(report));
    });
  }
}
