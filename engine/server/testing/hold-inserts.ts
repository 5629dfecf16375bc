import type pg from 'pg';

/** Blocks every transaction that has just inserted into this table, with all its locks, until the returned function is called. For PostgreSQL. */
export async function holdInserts(pool: pg.Pool, table: string): Promise<() => Promise<void>> {
  await pool.query(`CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(5); RETURN NULL; END $$`);
  await pool.query(`CREATE TRIGGER wait_here AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_here()`);
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock(5)');
  return async () => {
    await holder.query('SELECT pg_advisory_unlock(5)');
    holder.release();
    await pool.query(`DROP TRIGGER wait_here ON ${table}; DROP FUNCTION wait_here()`);
  };
}
