import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { JobKind } from '../jobs/job-kind.ts';

/** Records the size of the database and of all files once an hour, and keeps the last of each day for three months, to show the growth. */
export const sampleSize = (db: Kysely<Tables>): JobKind => ({
  name: 'sample-size',
  title: '记录数据库与文件的大小',
  every: 3600,
  run: async () => {
    await sql`
      WITH old AS (DELETE FROM sys_size_sample WHERE day < current_date - 90)
      INSERT INTO sys_size_sample (day, database_bytes, file_bytes)
      SELECT current_date, pg_database_size(current_database()), (SELECT coalesce(sum(part_size), 0) FROM sys_upload_part)
      ON CONFLICT (day) DO UPDATE SET database_bytes = excluded.database_bytes, file_bytes = excluded.file_bytes`.execute(db);
  },
});
