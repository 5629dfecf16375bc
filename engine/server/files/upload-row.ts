import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { FilePlace } from './upload-fields.ts';

/** A stored upload. */
export interface UploadRow extends FilePlace {
  readonly id: string;
  readonly sysUserId: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly totalChunks: number;
  readonly sysFileId: string | null;
  readonly finished: boolean;
}

/** A stored part of an upload. */
export interface PartRow {
  readonly idx: number;
  readonly partSize: number;
  readonly partHash: Buffer;
  readonly storageKey: string;
}

/** The user's own upload, or undefined for another's and for none alike; `lock` holds it for the transaction. */
export async function findUpload(db: Kysely<Tables>, userId: string, id: string, { lock = false } = {}): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    SELECT id, sys_user_id, file_name, file_type, total_chunks, otc_id, otc_type, file_source, file_alias, sys_file_id,
      finish_time IS NOT NULL AS finished
    FROM sys_upload WHERE id = ${id}::uuid AND sys_user_id = ${userId}::uuid ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** The parts of an upload that are there, in their order. */
export async function partsOf(db: Kysely<Tables>, uploadId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    SELECT idx, part_size, part_hash, storage_key FROM sys_upload_part WHERE sys_upload_id = ${uploadId}::uuid ORDER BY idx`.execute(db);
  return rows;
}
