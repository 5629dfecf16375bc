import { fsyncSync, write, writeSync } from 'node:fs';
import { recordIn } from '@back-office/contract/record-in.ts';
import pino, { type Logger } from 'pino';

/** The most that is written at once, in characters: Docker cuts lines where it reads more. */
const pieceLength = 16 * 1024;
/** How much waits at most for an output that takes nothing, in characters; later lines are lost. */
const waitingLength = 16 * 1024 * 1024;
/** How long until a write is tried again, of an output whose reader is slow, and of one that failed, such as a full disk. */
const pauseMs = { slow: 100, failed: 1000 };
/** How long the last lines wait for a reader that is slow. */
const flushMs = 5000;

/** Opens the log of the server, on standard output. If that takes nothing, lines are lost and the server goes on. */
export function openLog(level: string): Logger {
  const output = new LogOutput(1, (lines) => log.warn({ lines }, 'Lines of the log were lost while its output took none'));
  const log = pino({ level }, output);
  process.on('exit', () => output.flushSync());
  // What is written there beside the log would end the process.
  process.stdout.on('error', () => undefined);
  return log;
}

/** Writes a line that must not be lost to this output at once, beside the log. Throws what kept it from being written. */
export function writeLine(fd: number, line: string): void {
  const { failure } = writeNow(fd, Buffer.from(`${line}\n`));
  if (failure !== undefined) throw failure;
}

/** Gives how many bytes were written, and why not all: the output fails, or its reader is too slow. */
function writeNow(fd: number, bytes: Buffer): { written: number; failure?: unknown } {
  const until = performance.now() + flushMs;
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (failure) {
      if (!isSlow(failure) || performance.now() > until) return { written, failure };
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  try {
    fsyncSync(fd);
  } catch {
    // A pipe has nothing to keep.
  }
  return { written };
}

/**
 * Writes lines in the background, one piece after the other. The output that pino brings ends the process where a disk is
 * full, or rather does not let it end: it tries for ever to write the last lines.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  #pieces: (string | Buffer)[] = [];
  #length = 0;
  /** What is being written, or could not be. */
  #rest: string | Buffer = '';
  /** A write is under way, or is to be tried again. */
  #isBusy = false;
  #timer: NodeJS.Timeout | undefined;
  #lost = 0;
  #isClosed = false;

  /** `onLost` is called with the number of lines that were lost, once lines are taken again. */
  constructor(fd: number, onLost: (lines: number) => void) {
    this.#fd = fd;
    this.#onLost = onLost;
  }

  /** Takes a line; never throws. */
  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#length + line.length > waitingLength) {
      this.#lost += 1;
      return;
    }
    this.#length += line.length;
    const last = this.#pieces.length - 1;
    const piece = this.#pieces[last];
    if (typeof piece !== 'string' || piece.length + line.length > pieceLength) this.#pieces.push(line);
    else this.#pieces[last] = piece + line;
    if (!this.#isBusy) this.#next();
  }

  /** Writes at once what waits, as before the process ends; what is just being written in the background is left to that. */
  flushSync(): void {
    if (this.#isClosed) return;
    const isUnderWay = this.#isBusy && this.#timer === undefined;
    const waiting = Buffer.concat([isUnderWay ? '' : this.#rest, ...this.#pieces].map((piece) => Buffer.from(piece)));
    if (!isUnderWay) this.#rest = '';
    const left = waiting.subarray(writeNow(this.#fd, waiting).written);
    this.#pieces = left.length > 0 ? [left] : [];
    this.#length = left.length;
  }

  #next(): void {
    this.#timer = undefined;
    if (this.#rest.length === 0) {
      this.#rest = this.#pieces.shift() ?? '';
      this.#length -= this.#rest.length;
    }
    const rest = this.#rest;
    this.#isBusy = rest.length > 0;
    if (!this.#isBusy) return;
    if (typeof rest === 'string') write(this.#fd, rest, null, 'utf8', this.#onWritten);
    else write(this.#fd, rest, this.#onWritten);
  }

  readonly #onWritten = (error: unknown, written: number): void => {
    if (error) {
      // Nobody reads any more.
      if (recordIn(error).code === 'EPIPE') this.#close();
      else this.#timer = setTimeout(() => this.#next(), isSlow(error) ? pauseMs.slow : pauseMs.failed).unref();
      return;
    }
    this.#rest = written < Buffer.byteLength(this.#rest) ? Buffer.from(this.#rest).subarray(written) : '';
    if (this.#lost > 0 && this.#length < waitingLength / 2) {
      const lost = this.#lost;
      this.#lost = 0;
      this.#onLost(lost);
    }
    this.#next();
  };

  #close(): void {
    this.#isClosed = true;
    this.#pieces = [];
  }
}

const isSlow = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes(String(recordIn(error).code));
