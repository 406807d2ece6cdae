import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { createLogger } from '#base';
import { readableLine } from '../../src/base/log-stream.ts';

/** What a terminal shows of the lines that a logger writes. */
function shownBy(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  log(createLogger('debug', { write: (line) => void lines.push(readableLine(line)) }));
  return stripVTControlCharacters(lines.join('')).replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}

describe('a line of the log for people', () => {
  it('has the level, the event and the fields', () => {
    expect(shownBy((logger) => logger.info('gateway replaced', { generation: 2, reason: 'by hand' }))).to.equal(
      'info  gateway replaced generation=2 reason="by hand"\n',
    );
  });

  it('has the stack of an error below', () => {
    const text = shownBy((logger) => logger.error('request failed', { err: new TypeError('gone') }));
    expect(text).to.match(/^error request failed\n {2}TypeError: gone\n {6}at .*log-stream\.test\.ts/);
  });

  it('leaves findings to what prints them with their code', () => {
    expect(shownBy((logger) => logger.error('reload refused', { findings: [{ code: 'A' }] }))).to.equal(
      'error reload refused\n',
    );
  });

  it('has no control characters of a client', () => {
    const text = shownBy((logger) => logger.warn('bad \u{1b}]0;title\u{7}', { path: '/\u{1b}[2J', name: 'a \u{9b}b' }));
    expect(text).to.equal('warn  bad \u{fffd}]0;title\u{fffd} path=/\u{fffd}[2J name="a \u{fffd}b"\n');
  });

  it('leaves a text that is no line of the log as it is', () => {
    expect(readableLine('Killed\n')).to.equal('Killed\n');
  });
});
