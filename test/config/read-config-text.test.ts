import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.ts';
import { brief, temporaryConfig, withLines } from './temporary-config.ts';

const read = async (file: string) => (await readConfig(file, { environment: {} })).findings[0];

describe('a gateway.yaml that cannot be read', () => {
  it('is missing', async () => {
    await using config = await temporaryConfig('');
    const file = join(config.folder, 'nowhere', 'gateway.yaml');
    const fix = 'Run stoa in the folder that has it, or name it with --config.';
    expect(await read(file)).to.deep.include({ code: 'CONFIG_MISSING', where: { file, line: 1 }, fix });
  });

  it('is missing, but has a neighbour of nearly its name', async () => {
    await using config = await temporaryConfig('');
    await rename(config.file, join(config.folder, 'gateway.yml'));
    expect(await read(config.file)).to.include({ code: 'CONFIG_MISSING', fix: 'Did you mean "gateway.yml"?' });
  });

  it('is inside a file', async () => {
    await using config = await temporaryConfig('');
    expect(await read(join(config.file, 'gateway.yaml'))).to.include({ code: 'CONFIG_MISSING' });
  });

  it('is a folder', async () => {
    await using config = await temporaryConfig('');
    await mkdir(join(config.folder, 'shop'));
    expect(await read(join(config.folder, 'shop'))).to.include({
      code: 'CONFIG_UNREADABLE',
      what: 'this is a folder, not a file',
      fix: 'Name the file in it: --config shop/gateway.yaml',
    });
  });

  it('is a named pipe, for which no command waits', async () => {
    await using config = await temporaryConfig('');
    const file = join(config.folder, 'pipe');
    execFileSync('mkfifo', [file]);
    expect(await read(file)).to.include({ code: 'CONFIG_UNREADABLE', what: 'this is a named pipe, not a file' });
  });

  it('is for others to read', async () => {
    await using config = await temporaryConfig(withLines(''));
    await chmod(config.folder, 0o755);
    await chmod(config.file, 0o000);
    using _ = asOrdinaryUser();
    expect(await read(config.file)).to.include({
      code: 'CONFIG_UNREADABLE',
      what: 'this process may not read the file',
    });
  });

  it('is not UTF-8', async () => {
    await using config = await temporaryConfig(Buffer.from('server: { host: caf\xe9 }', 'latin1'));
    expect(await read(config.file)).to.include({ code: 'CONFIG_UNREADABLE', what: 'the file is not UTF-8' });
  });
});

describe('a gateway.yaml with a byte order mark', () => {
  it('is read, and its columns do not count the mark', async () => {
    await using config = await temporaryConfig(`\u{feff}prot: 1\r\nsystem: { extensions: [] }\r\n`);
    expect(brief((await config.read()).findings)).to.deep.equal(['1:1 CONFIG_UNKNOWN_KEY']);
  });
});

// root may read everything, so a test of rights gives its own up for a moment.
function asOrdinaryUser(): Disposable {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  return { [Symbol.dispose]: () => (root ? process.seteuid?.(0) : undefined) };
}
