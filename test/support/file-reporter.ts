import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What `scripts/test.ts` reads after a run. */
export interface RunReport {
  readonly passing: number;
  readonly pending: number;
  /** The title and the error of each failure, by file. */
  readonly failing: Readonly<Record<string, readonly string[]>>;
}

/** Mocha's `spec` reporter, which also writes a {@link RunReport} to the file of its option `output`. */
export default class FileReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failing: Record<string, string[]> = {};
    runner.on('fail', (test, { message }: Error) => {
      const { file = 'a hook of all files' } = test;
      failing[file] = [...(failing[file] ?? []), `${test.fullTitle()}: ${message}`];
    });
    runner.once('end', () => {
      const { passes: passing, pending } = this.stats;
      const report: RunReport = { passing, pending, failing };
      writeFileSync(String(options.reporterOptions?.output), JSON.stringify(report));
    });
  }
}
