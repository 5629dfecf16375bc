import { Refusal } from '../platform/http/refusal.ts';
import { type PartHeader, readPartHeader } from './read-part-header.ts';

/** One part of a form; its body must be read before the next part is requested, or it is skipped. */
export interface FormPart extends PartHeader {
  /** Each piece is valid until the next is requested. */
  readonly body: AsyncIterable<Buffer>;
}

const maxHeader = 16 * 1024;

/**
 * Reads a multipart form (RFC 7578) as a stream, and holds back only bytes that may begin a boundary. Own code instead of a library, because moving
 * bytes determines the speed of uploads (docs/decisions/0010-files.md). Buffers of `source` need to be valid only until the next is requested. Throws
 * `malformed` for a body that is no such form or ends too early.
 */
export async function* readMultipart(source: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const bytes = new BoundedBytes(source, Buffer.from(`\r\n--${boundary}`));
  // Bytes before the first boundary are ignored; its line break may be missing.
  for (let piece = await bytes.piece(); piece !== undefined; piece = await bytes.piece());
  while (await bytes.goesOn()) {
    const header = readPartHeader(await bytes.until('\r\n\r\n', maxHeader));
    yield { ...header, body: bytes.body() };
    for (let piece = await bytes.piece(); piece !== undefined; piece = await bytes.piece());
  }
  // Bytes after the last boundary are ignored too, but must be read so that the connection can be reused.
  while ((await source.next()).done !== true);
}

/** A stream read up to its next delimiter. */
class BoundedBytes {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  /** Bytes read and not yet returned. Begins with the line break of a delimiter, for a boundary on the first line. */
  #buffered: Buffer = Buffer.from('\r\n');
  #atDelimiter = false;

  constructor(source: AsyncIterator<Buffer>, delimiter: Buffer) {
    this.#source = source;
    this.#delimiter = delimiter;
  }

  async *body(): AsyncGenerator<Buffer> {
    for (let piece = await this.piece(); piece !== undefined; piece = await this.piece()) yield piece;
  }

  /** The next bytes before the delimiter; undefined once it has been reached. */
  async piece(): Promise<Buffer | undefined> {
    while (!this.#atDelimiter) {
      const buffered = this.#buffered;
      const at = buffered.indexOf(this.#delimiter);
      this.#atDelimiter = at >= 0;
      const safeLength = at >= 0 ? at : buffered.length - this.#partialDelimiterLength(buffered);
      this.#buffered = buffered.subarray(at >= 0 ? at + this.#delimiter.length : safeLength);
      if (safeLength > 0) return buffered.subarray(0, safeLength);
      if (at < 0) await this.#readMore();
    }
    return undefined;
  }

  /** After a delimiter: true if another part follows, false at the end of the form. */
  async goesOn(): Promise<boolean> {
    while (this.#buffered.length < 2) await this.#readMore();
    if (this.#buffered.subarray(0, 2).equals(Buffer.from('--'))) return false;
    const rest = await this.until('\r\n', 256);
    if (!/^[ \t]*$/.test(rest.toString('latin1'))) throw new Refusal('malformed');
    this.#atDelimiter = false;
    return true;
  }

  /** The bytes before `end`, which is consumed too; more than `max` bytes are malformed. */
  async until(end: string, max: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffered.indexOf(end);
      if (at > max || (at < 0 && this.#buffered.length > max)) throw new Refusal('malformed');
      if (at >= 0) {
        const found = this.#buffered.subarray(0, at);
        this.#buffered = this.#buffered.subarray(at + end.length);
        return found;
      }
      await this.#readMore();
    }
  }

  /** How many bytes at the end may be the beginning of a delimiter. */
  #partialDelimiterLength(buffered: Buffer): number {
    for (
      let at = buffered.indexOf(13, Math.max(0, buffered.length - this.#delimiter.length + 1));
      at >= 0;
      at = buffered.indexOf(13, at + 1)
    ) {
      if (buffered.subarray(at).equals(this.#delimiter.subarray(0, buffered.length - at))) return buffered.length - at;
    }
    return 0;
  }

  async #readMore(): Promise<void> {
    // Copied, since the source may use its bytes again.
    const rest = Buffer.from(this.#buffered);
    const { value, done } = await this.#source.next();
    if (done === true) throw new Refusal('malformed');
    this.#buffered = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }
}
