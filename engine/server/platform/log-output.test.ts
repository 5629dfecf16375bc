import fs from 'node:fs';
import { replaceBuiltin } from '@back-office/server/testing/replace-builtin.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { LogOutput, writeLine } from './log-output.ts';

/* An output that takes `room` bytes, then fails by `fault`; `answer` ends the write that is under way. */
let [room, fault] = [0, ''];
let bytesTaken: Buffer[] = [];
const taken = (): string => String(Buffer.concat(bytesTaken));
let answer: (() => void) | undefined;

function take(bytes: Buffer): number {
  if (room === 0) throw Object.assign(new Error(fault), { code: fault });
  const part = bytes.subarray(0, room);
  room -= part.length;
  bytesTaken.push(Buffer.from(part));
  return part.length;
}

beforeEach(() => {
  [bytesTaken, room, fault, answer] = [[], Infinity, 'ENOSPC', undefined];
  vi.useFakeTimers();
  const write = (_fd: number, piece: string | Buffer, ...rest: unknown[]): void => {
    const done = rest.at(-1) as (error: unknown, written?: number) => void;
    answer = () => {
      answer = undefined;
      let written: number;
      try {
        written = take(Buffer.from(piece as string));
      } catch (error) {
        return done(error);
      }
      done(null, written);
    };
  };
  const writeSync = (_fd: number, bytes: Buffer, at: number): number => take(bytes.subarray(at));
  const restore = replaceBuiltin(fs, { write, writeSync, fsyncSync: () => undefined } as unknown as typeof fs);
  return () => {
    vi.useRealTimers();
    restore();
  };
});

it('writes what came meanwhile together, and in order', () => {
  const output = new LogOutput(1, () => undefined);
  for (const line of ['一\n', '2\n', '3\n']) output.write(line);
  answer?.();
  expect(taken()).toBe('一\n');
  answer?.();
  expect(taken()).toBe('一\n2\n3\n');
  expect(answer).toBeUndefined();
});

it('tries again where a disk is full, from the byte where it stopped, and says how many lines were lost', () => {
  const onLost = vi.fn((lines: number) => output.write(`lost ${lines}\n`));
  const output: LogOutput = new LogOutput(1, onLost);
  room = 4;
  output.write('一二\n');
  answer?.();
  for (let failures = 0; failures < 3; failures += 1) {
    answer?.();
    expect(answer, 'not at once').toBeUndefined();
    vi.advanceTimersByTime(1000);
  }
  const long = `${'x'.repeat(1024 * 1024)}\n`;
  for (let lines = 0; lines < 18; lines += 1) output.write(long);
  room = Infinity;
  while (answer) answer();
  expect(onLost).toHaveBeenCalledExactlyOnceWith(3);
  expect(taken().replaceAll(long, 'x')).toBe('一二\nxxxxxxxxxxxxxxxlost 3\n');
});

it('writes the last lines at once', () => {
  const output = new LogOutput(1, () => undefined);
  for (const line of ['1\n', '2\n']) output.write(line);
  output.flushSync();
  expect(taken(), 'the first is under way').toBe('2\n');
  answer?.();
  room = 1;
  output.write('34\n');
  answer?.();
  answer?.();
  output.flushSync();
  expect(taken(), 'gives up at a full disk').toBe('2\n1\n3');
  room = Infinity;
  output.flushSync();
  expect(taken()).toBe('2\n1\n34\n');
});

it('waits a moment for a reader that is slow, and no longer', () => {
  const pause = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    vi.advanceTimersByTime(10);
    return 'timed-out';
  });
  [room, fault] = [0, 'EAGAIN'];
  const output = new LogOutput(1, () => undefined);
  output.write('1\n');
  answer?.();
  output.flushSync();
  expect(pause.mock.calls.length).toBeGreaterThan(400);
  room = Infinity;
  output.flushSync();
  expect(taken()).toBe('1\n');
  pause.mockRestore();
});

it('is silent once nobody reads', () => {
  [room, fault] = [0, 'EPIPE'];
  const output = new LogOutput(1, () => undefined);
  output.write('1\n');
  answer?.();
  output.write('2\n');
  output.flushSync();
  expect(answer).toBeUndefined();
});

it('writes a line that must not be lost at once, or says why it could not', () => {
  writeLine(1, 'secret');
  expect(taken()).toBe('secret\n');
  for (const code of ['ENOSPC', 'EPIPE']) {
    [room, fault] = [3, code];
    expect(() => writeLine(1, 'secret'), code).toThrow(code);
  }
  [room, fault] = [3, 'EAGAIN'];
  const pause = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    vi.advanceTimersByTime(10);
    return 'timed-out';
  });
  expect(() => writeLine(1, 'secret')).toThrow('EAGAIN');
  pause.mockImplementation(() => {
    room = Infinity;
    return 'timed-out';
  });
  [room, bytesTaken] = [3, []];
  writeLine(1, 'secret');
  expect(taken(), 'a reader that is slow').toBe('secret\n');
  pause.mockRestore();
});
