import { embeddedSource, pictureFiles } from '@back-office/contract/calls/file.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { pictureFields } from './attach-pictures.ts';

/** Files that one statement attaches. */
const portion = 1000;

/**
 * Attaches the pictures of people that modules' fields named before such pictures were attached (added by migration 0202, once): only those whose
 * uploader made or last changed the person, as nobody else may show the file to others, and that no other person or field names: it is deleted once
 * another replaces it.
 */
export const attachEarlierPictures = (db: Kysely<Tables>, resources: readonly Resource[]): JobKind => ({
  name: 'attach-earlier-pictures',
  title: '关联用户的图片',
  run: async ({ signal }) => {
    const user = resources.find(({ name }) => name === 'sys/user');
    const columns = (user === undefined ? [] : pictureFields(user)).map(snake);
    if (columns.length > 0) await inBatches(signal, portion, () => attach(db, columns));
  },
});

async function attach(db: Kysely<Tables>, columns: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE sys_file f SET otc_type = 'sys/user', otc_id = named.person::text, file_source = ${embeddedSource}, version = f.version + 1,
      update_time = now()
    FROM (SELECT p.id, u.id AS person FROM (
        SELECT file::uuid, (array_agg(v.id))[1] AS person, min(field) AS field
        FROM sys_user v CROSS JOIN unnest(${[...columns, 'user_avatar']}::text[]) AS field CROSS JOIN LATERAL (SELECT to_jsonb(v) ->> field AS file) shown
        WHERE file IS NOT NULL
        GROUP BY file HAVING count(*) = 1) once
      JOIN sys_user u ON u.id = once.person JOIN sys_file p ON p.id = once.file
      WHERE once.field = ANY(${[...columns]}::text[]) AND p.otc_id IS NULL AND p.otc_type IS NULL AND p.create_user IN (u.create_user, u.update_user)
        AND p.file_type = ANY(${[...pictureFiles.types]}::text[]) AND p.file_size <= ${pictureFiles.maxSize}
      ORDER BY p.id LIMIT ${portion}) named
    WHERE f.id = named.id AND f.otc_id IS NULL`.execute(db);
  return Number(numAffectedRows);
}
