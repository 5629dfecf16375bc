import type pg from 'pg';

/**
 * Has every transaction wait that has just inserted into this table, holding all that it holds, until the function that comes back is
 * called, which lets them go on. For PostgreSQL.
 */
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
