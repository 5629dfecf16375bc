import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { fileKinds } from './content/file-kinds.ts';
import type { FileParts } from './file-parts.ts';
import type { Row } from '../platform/database/tables.ts';

/** A stored file, without the paths, which are signed for each session. */
export interface FileRow extends Row<
  'sys_file',
  | 'id'
  | 'fileName'
  | 'fileType'
  | 'fileAlias'
  | 'fileSize'
  | 'otcId'
  | 'otcType'
  | 'fileSource'
  | 'createTime'
  | 'createUser'
  | 'sysUploadId'
> {
  /** A thumbnail can be made of it. */
  readonly isPicture: boolean;
}

/** Reads files by a condition on the row `t` of sys_file, oldest first. */
export async function findFiles(db: Context['db'], where: RawBuilder<unknown>, limit: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    SELECT t.id, t.file_name, t.file_type, t.file_alias, t.file_size, t.otc_id, t.otc_type, t.file_source, t.create_time, t.create_user,
      t.sys_upload_id, u.width IS NOT NULL AS is_picture
    FROM sys_file t JOIN sys_upload u ON u.id = t.sys_upload_id WHERE ${where} ORDER BY t.create_time, t.id LIMIT ${limit}`.execute(db);
  return rows;
}

type PathParts = Pick<FileParts, 'signer' | 'clock'>;

/** The record that a client receives, with paths signed for this session. */
export async function recordOf(parts: PathParts, { user }: Context, row: FileRow): Promise<FileRecord> {
  const { id, fileName, fileType, fileAlias, fileSize, otcId, otcType, fileSource, createTime } = row;
  return {
    id,
    fileName,
    fileType,
    ...(await pathsOf(parts, user.sessionId, row)),
    fileAlias,
    fileSize,
    otcId,
    otcType,
    fileSource,
    createTime,
  };
}

/** The signed paths of a file for one session. */
export async function pathsOf(
  { signer, clock }: PathParts,
  sessionId: string,
  file: Pick<FileRow, 'id' | 'fileName' | 'fileType' | 'isPicture'>,
): Promise<Pick<FileRecord, 'filePath' | 'thumbnailPath'>> {
  const kind = fileKinds[file.fileType];
  const named = { ...file, plays: kind?.mime.startsWith('video/') === true || kind?.mime.startsWith('audio/') === true };
  const signOptions = { sessionId, now: clock() };
  return {
    filePath: await signer.sign(named, { ...signOptions, opens: kind?.inline === true ? 'inline' : 'attachment' }),
    thumbnailPath: file.isPicture ? await signer.sign(named, { ...signOptions, opens: 'thumbnail' }) : null,
  };
}
