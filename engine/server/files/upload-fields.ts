import type { UploadFields } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { refusedField } from '../platform/http/refusal.ts';

/** Most chunks of one upload: of the largest file, in chunks of 100 KiB. */
const maxChunks = 10_000;

/** The words that say what a file is of; of one length for all, since they are stored and compared, and no more. */
export type FilePlace = Required<Pick<UploadFields, 'fileSource'>> & Record<'otcId' | 'otcType' | 'fileAlias', string | null>;

/** One chunk's numbers, and what it says its file is of; a word it does not say is undefined. */
export interface ChunkFields {
  readonly totalChunks: number;
  readonly currentChunk: number;
  readonly chunkHash: Buffer | undefined;
  readonly place: FilePlace;
  /** Names of the words of `place` that were sent. */
  readonly said: readonly (keyof FilePlace)[];
}

/** Reads the fields of an upload's form; anything else than docs/wire.md "Files" allows is refused with 40000. */
export function readUploadFields(fields: ReadonlyMap<string, string>): ChunkFields {
  const totalChunks = wholeNumber(fields, 'totalChunks', 1, maxChunks);
  // Clients that count from 1 are understood too: 0 and `totalChunks` never come for the same upload.
  const currentChunk = wholeNumber(fields, 'currentChunk', 0, totalChunks);
  const hash = fields.get('chunkHash') ?? '';
  if (hash !== '' && !/^[0-9a-f]{64}$/i.test(hash)) throw refusedField('chunkHash', 'chunkHash 应为 64 位十六进制的 SHA-256');
  return {
    totalChunks,
    currentChunk,
    chunkHash: hash === '' ? undefined : Buffer.from(hash, 'hex'),
    place: readPlace(Object.fromEntries(fields)),
    said: (['otcId', 'otcType', 'fileSource', 'fileAlias'] as const).filter((name) => fields.has(name)),
  };
}

/** Reads what a file is of; an empty word is none. */
export function readPlace(given: Readonly<Record<string, unknown>>): FilePlace {
  const otcId = word(given, 'otcId', 64);
  return {
    otcId: isId(otcId) ? otcId.toLowerCase() : otcId,
    otcType: word(given, 'otcType', 64),
    fileSource: word(given, 'fileSource', 64) ?? 'Server',
    fileAlias: word(given, 'fileAlias', 255),
  };
}

function word(given: Readonly<Record<string, unknown>>, name: string, max: number): string | null {
  const value = given[name] ?? '';
  if (typeof value !== 'string' || value.length > max) throw refusedField(name, `${name} 应为不超过 ${max} 个字符的文本`);
  if (!isPlainText(value) || /[\r\n]/.test(value)) throw refusedField(name, `${name} 含有不可见的控制字符`);
  return value === '' ? null : value;
}

function wholeNumber(fields: ReadonlyMap<string, string>, name: string, min: number, max: number): number {
  const text = fields.get(name) ?? '';
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value < min || value > max) throw refusedField(name, `${name} 应为 ${min} 到 ${max} 的整数`);
  return value;
}
