import { isId } from '@back-office/contract/resource/field-schema.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { packSnapshot, unpackSnapshot } from './snapshot.ts';

/** How far a copy has come. It is neither secret nor signed: whatever it says, a caller receives only records within their reach. */
export interface Cursor {
  /** A digest of what the caller reached at `upto`, or at `base` if that is undefined. */
  readonly reach: string;
  /** The copy holds everything that this snapshot sees. Undefined while the copy is first being taken. */
  readonly base: string | undefined;
  /** While there are more pages: the snapshot that the copy will hold after the last page, and the id after which the next page begins. */
  readonly upto: string | undefined;
  readonly after: string | undefined;
}

const version = '1';

/** The longest text that is parsed. */
const maxCursorLength = 6000;

/** The text that a program stores. */
export function writeCursor({ reach, base, upto, after }: Cursor): string {
  const snapshots = [base, upto].map((snapshot) => (snapshot === undefined ? '' : packSnapshot(snapshot)));
  return Buffer.from([version, reach, ...snapshots, after ?? ''].join('.')).toString('base64url');
}

/** Reads `since`; undefined where a copy begins. A text that no call returned is refused with 40000. */
export function readCursor(since: unknown): Cursor | undefined {
  if (since === undefined) return undefined;
  const cursor = typeof since === 'string' && since.length <= maxCursorLength ? parseCursor(since) : undefined;
  if (cursor === undefined) throw refusedField('since', 'since 应为上一次调用得到的 cursor，原样填写；第一次调用不带 since');
  return cursor;
}

function parseCursor(text: string): Cursor | undefined {
  const parts = Buffer.from(text, 'base64url').toString('utf8').split('.');
  const [cursorVersion, reach = '', ...rest] = parts;
  const [base = '', upto = '', after = ''] = rest;
  if (parts.length !== 5 || cursorVersion !== version || !/^[0-9a-f]{32}$/.test(reach)) return undefined;
  const snapshots = { base: base === '' ? undefined : unpackSnapshot(base), upto: upto === '' ? undefined : unpackSnapshot(upto) };
  const isWhole = (snapshots.base === undefined) === (base === '') && (snapshots.upto === undefined) === (upto === '');
  const isPage = after === '' ? upto === '' && base !== '' : upto !== '' && isId(after);
  return isWhole && isPage ? { reach, ...snapshots, after: after === '' ? undefined : after } : undefined;
}
