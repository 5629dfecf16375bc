import { embeddedSource, type UploadFields } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { readAs } from '../platform/http/read-as.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { chunkWordsShape, placeShape } from './file-shapes.ts';

/** The fields of the record that a file is attached to; every kind of upload stores and compares the same fields. */
export type FilePlace = Required<Pick<UploadFields, 'fileSource'>> & Record<'otcId' | 'otcType' | 'fileAlias', string | null>;

/** The numbers of one chunk, and the record its file is attached to. */
export interface ChunkFields {
  readonly totalChunks: number;
  readonly currentChunk: number;
  readonly chunkHash: Buffer | undefined;
  readonly place: FilePlace;
  /** The names of the fields of `place` that were sent. */
  readonly sentFields: readonly (keyof FilePlace)[];
}

/** Reads the fields of an upload's form; anything that docs/wire.md "Files" does not allow is refused with 40000. */
export function readUploadFields(fields: ReadonlyMap<string, string>): ChunkFields {
  const given = Object.fromEntries(fields);
  const { totalChunks, currentChunk, chunkHash = '' } = readAs(chunkWordsShape, given);
  if (currentChunk > totalChunks) throw refusedField('currentChunk', `currentChunk 应为 0 到 ${totalChunks} 的整数`);
  return {
    totalChunks,
    currentChunk,
    chunkHash: chunkHash === '' ? undefined : Buffer.from(chunkHash, 'hex'),
    place: readPlace(given),
    sentFields: (['otcId', 'otcType', 'fileSource', 'fileAlias'] as const).filter((name) => fields.has(name)),
  };
}

/** Reads the record that a file is attached to; an empty string counts as missing. */
export function readPlace(given: Readonly<Record<string, unknown>>): FilePlace {
  const { otcId, otcType, fileSource, fileAlias } = readAs(placeShape, given);
  if (fileSource === embeddedSource) throw refusedField('fileSource', `fileSource 不能为 ${embeddedSource}`);
  const word = (text: string | null | undefined): string | null => (text === '' ? null : (text ?? null));
  return {
    otcId: isId(otcId) ? otcId.toLowerCase() : word(otcId),
    otcType: word(otcType),
    fileSource: word(fileSource) ?? 'Server',
    fileAlias: word(fileAlias),
  };
}
