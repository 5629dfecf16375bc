-- Lines that lie in …_other because their month had no part are copied into it in portions before anybody has to wait (0131): moved all at once under the
-- lock, many of them outlasted the time of a statement, every hour anew, and saves were refused meanwhile.

-- Copies at most so many lines into the coming parts of this month and the two after it, and gives how many; they are read where they are until
-- make_log_month has attached the part, and copies are neither logged nor backed up, nor vacuumed, which would lock them against being renamed. Begun anew, it
-- first drops whatever runs that broke off have copied, of whichever month: nothing else would delete those lines at their age.
CREATE FUNCTION copy_log_lines(most integer, anew boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET lock_timeout = '1s' AS $$
DECLARE
  log text; month timestamp; low uuid; high uuid; coming text; has_lines boolean; last uuid; lines integer; copied integer := 0;
BEGIN
  IF anew THEN
    FOR coming IN SELECT relname FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relname ~ '^(sys_log_opt|sys_log_login)_\d{4}_\d{2}_coming$' AND relkind = 'r'
    LOOP
      EXECUTE format('DROP TABLE %I', coming);
    END LOOP;
  END IF;
  FOREACH log IN ARRAY '{sys_log_opt,sys_log_login}'::text[] LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(log) AND relkind = 'p');
    FOR ahead IN 0..2 LOOP
      month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead);
      low := id_at(month AT TIME ZONE 'UTC');
      high := id_at((month + interval '1 month') AT TIME ZONE 'UTC');
      coming := log || to_char(month, '_YYYY_MM') || '_coming';
      CONTINUE WHEN EXISTS (SELECT FROM log_parts(log) p WHERE p.upper > low AND (p.lower IS NULL OR p.lower < high));
      IF to_regclass(coming) IS NULL THEN
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id >= %L AND id < %L)', log || '_other', low, high) INTO has_lines;
        CONTINUE WHEN NOT has_lines;
        EXECUTE format('CREATE UNLOGGED TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES) WITH (autovacuum_enabled = false)', coming, log);
      END IF;
      EXECUTE format('SELECT id FROM %I ORDER BY id DESC LIMIT 1', coming) INTO last;
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE id > $1 AND id < %L ORDER BY id LIMIT $2', coming, log || '_other', high)
      USING coalesce(last, low), most - copied;
      GET DIAGNOSTICS lines = ROW_COUNT;
      copied := copied + lines;
      IF copied >= most THEN RETURN copied; END IF;
    END LOOP;
  END LOOP;
  RETURN copied;
END $$;

-- As in 0131, except that it goes on with what was copied. Under the lock it takes what was changed, deleted or written since, and deletes
-- lines of a table that tells nobody, which is soon done.
CREATE OR REPLACE FUNCTION make_log_month(log text, month timestamp) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  low uuid := id_at(month AT TIME ZONE 'UTC');
  high uuid := id_at((month + interval '1 month') AT TIME ZONE 'UTC');
  part text := log || to_char(month, '_YYYY_MM');
  other text := log || '_other';
BEGIN
  IF EXISTS (SELECT FROM log_parts(log) p WHERE p.upper > low AND (p.lower IS NULL OR p.lower < high)) THEN RETURN false; END IF;
  IF to_regclass(part || '_coming') IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', part, log);
  ELSE
    EXECUTE format('ALTER TABLE %I RENAME TO %I', part || '_coming', part);
    EXECUTE format('ALTER TABLE %I SET LOGGED', part);
    EXECUTE format('ALTER TABLE %I RESET (autovacuum_enabled)', part);
  END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', other);
  EXECUTE format('DELETE FROM %I p WHERE NOT EXISTS (SELECT FROM %I o WHERE o.id = p.id AND o IS NOT DISTINCT FROM p)', part, other);
  EXECUTE format('INSERT INTO %I SELECT * FROM %I o WHERE o.id >= %L AND o.id < %L AND NOT EXISTS (SELECT FROM %I p WHERE p.id = o.id)', part, other, low, high, part);
  EXECUTE format('DELETE FROM %I WHERE id >= %L AND id < %L', other, low, high);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part, low, high);
  RETURN true;
END $$;
