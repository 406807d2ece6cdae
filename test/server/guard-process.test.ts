import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

const main = join(import.meta.dirname, '../fixtures/guarded-process/main.ts');

function run(mode: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, mode], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('a process in which an error turns up that belongs to no request', () => {
  it('lives on and logs it when it is guarded', async () => {
    const { code, stdout, stderr } = await run('guarded');
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: 'still here' });
    expect(stderr).to.include('uncaught exception').and.to.include('a timer threw');
    expect(stderr.match(/uncaught exception/g)).to.have.lengthOf(3);
    expect(stderr).to.include('unhandled rejection').and.to.include('a promise was forgotten');
  });

  it('ends when it is not', async () => {
    const { code, stdout } = await run('unguarded');
    expect(stdout).to.equal('');
    expect(code).to.equal(1);
  });
});
