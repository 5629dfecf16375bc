-- Lines whose ids are above those of before, such as those that were made up at random, go into a table beside, which becomes the
-- part of ids of no month. It inherits, so that whoever reads the log meanwhile finds them. No lock is taken that a save waits for.
DO $$
DECLARE
  log text; other text; bound text; moved bigint;
BEGIN
  FOREACH log IN ARRAY '{sys_log_opt,sys_log_login}'::text[] LOOP
    other := log || '_other';
    SELECT substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]+)''') INTO STRICT bound
    FROM pg_constraint WHERE conrelid = to_regclass(log) AND conname = log || '_before';
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', other, log);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', other, log || '_before');
    EXECUTE format('WITH gone AS (DELETE FROM ONLY %I WHERE id >= %L RETURNING *) INSERT INTO %I SELECT * FROM gone', log, bound, other);
    GET DIAGNOSTICS moved = ROW_COUNT;
    -- The deletion took them off the total.
    INSERT INTO sys_row_count SELECT log, moved WHERE moved > 0;
    EXECUTE format('ALTER TABLE %I INHERIT %I', other, log);
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', log, log || '_before');
  END LOOP;
END $$;
