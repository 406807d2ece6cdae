import { expect } from 'chai';
import { codeFrame } from '../../src/cli/shared/code-frame.ts';

const lines = (...text: readonly string[]) => text.join('\n');
const text = lines('one', 'two', 'three', 'four', 'five', 'six', '');

describe('codeFrame', () => {
  it('shows two lines around the place, and a caret below it', () => {
    expect(codeFrame(text, { line: 3, column: 2 })).to.equal(
      lines('  1 | one', '  2 | two', '> 3 | three', '    |  ^', '  4 | four', '  5 | five'),
    );
  });

  it('ends where the file does', () => {
    expect(codeFrame(text, { line: 6, column: 4 })).to.equal(
      lines('  4 | four', '  5 | five', '> 6 | six', '    |    ^'),
    );
  });

  it('can point at the end of the file', () => {
    expect(codeFrame(text, { line: 7, column: 1 })).to.equal(lines('  5 | five', '  6 | six', '> 7 |', '    | ^'));
  });

  it('is empty where there is no line', () => {
    expect(codeFrame(text, { line: 8, column: 1 })).to.equal('');
    expect(codeFrame(text, { line: 0, column: 1 })).to.equal('');
  });

  it('aligns line numbers', () => {
    const long = Array.from({ length: 11 }, (_, index) => `line ${index + 1}`).join('\n');
    expect(codeFrame(long, { line: 10, column: 1 })).to.equal(
      lines('   8 | line 8', '   9 | line 9', '> 10 | line 10', '     | ^', '  11 | line 11'),
    );
  });

  it('keeps the caret right behind tabs', () => {
    expect(codeFrame('\ta: b', { line: 1, column: 5 })).to.equal(lines('> 1 |   a: b', '    |      ^'));
  });

  it('takes Windows line ends', () => {
    expect(codeFrame('a\r\nb\r\n', { line: 2, column: 1 })).to.equal(lines('  1 | a', '> 2 | b', '    | ^'));
  });

  it('lets no control character through to the terminal', () => {
    expect(codeFrame('a\u001b[31mb', { line: 1, column: 1 })).not.to.include('\u001b');
  });

  it('cuts a long line around the place', () => {
    const frame = codeFrame(`${'a'.repeat(500)}X${'b'.repeat(500)}`, { line: 1, column: 501 }).split('\n');
    expect(frame[0]).to.have.length.below(140);
    expect(frame[0]?.[frame[1]?.indexOf('^') ?? 0]).to.equal('X');
  });

  context('with a mask', () => {
    const secret = 'key: hunter2 # why';
    it('leaves that part out', () => {
      const frame = codeFrame(secret, { line: 1, column: 1 }, [{ start: 5, end: 12 }]);
      expect(frame).to.equal(lines('> 1 | key: *** # why', '    | ^'));
    });
    it('moves the caret along, or to the start of what it is in', () => {
      const caret = (column: number) =>
        codeFrame(secret, { line: 1, column }, [{ start: 5, end: 12 }])
          .split('\n')[1]
          ?.indexOf('^');
      expect([caret(1), caret(6), caret(9), caret(14)]).to.deep.equal([6, 11, 11, 15]);
    });
    it('leaves out all lines of it', () => {
      expect(codeFrame('a: |\n  x\n  y\nb: 1', { line: 3, column: 1 }, [{ start: 3, end: 12 }])).to.equal(
        lines('  1 | a: ***', '  2 | ***', '> 3 | ***', '    | ^', '  4 | b: 1'),
      );
    });
  });
});
