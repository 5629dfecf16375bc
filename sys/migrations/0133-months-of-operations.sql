-- The table becomes a part of a new one of its name. Nothing of it is read or written anew: its rows were checked by 0132, and its
-- indexes become parts of the new one's.
CREATE FUNCTION part_log(log text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := log || '_before';
  other text := log || '_other';
  old oid := to_regclass(log);
  one record; statements text[]; views text[]; bound uuid; has_lines boolean;
BEGIN
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', log);
  SELECT substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]+)''')::uuid INTO STRICT bound
  FROM pg_constraint WHERE conrelid = old AND conname = before;
  EXECUTE format('SELECT EXISTS (SELECT FROM ONLY %I)', log) INTO has_lines;
  -- Where nothing was logged yet, before is before this month.
  IF NOT has_lines THEN bound := id_at(date_trunc('month', now(), 'UTC')); END IF;

  -- What a company added is carried over as our own is: indexes, constraints, triggers, rights, and views, which would go on
  -- reading the old one.
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO statements FROM pg_index WHERE indrelid = old AND NOT indisprimary;
  SELECT statements || array_agg(format('ALTER TABLE %I ADD CONSTRAINT %I %s', log, conname, pg_get_constraintdef(oid))) INTO statements
  FROM pg_constraint WHERE conrelid = old AND contype IN ('c', 'f') AND conname <> before;
  SELECT statements || array_agg(pg_get_triggerdef(t.oid) ORDER BY t.oid) INTO statements FROM pg_trigger t WHERE tgrelid = old AND NOT tgisinternal;
  SELECT statements || array_agg(format('GRANT %s ON %I TO %s', privilege_type, log,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)) INTO statements
  FROM pg_class, aclexplode(relacl) WHERE oid = old AND grantee <> relowner;
  SELECT array_agg(format('CREATE OR REPLACE VIEW %s AS %s', v, pg_get_viewdef(v))) INTO views
  FROM (SELECT DISTINCT ev_class::regclass AS v FROM pg_depend JOIN pg_rewrite r ON r.oid = objid JOIN pg_class c ON c.oid = ev_class
    WHERE classid = 'pg_rewrite'::regclass AND refobjid = old AND c.relkind = 'v') made;

  FOR one IN SELECT tgname FROM pg_trigger WHERE tgrelid = old AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', one.tgname, log);
  END LOOP;
  FOR one IN SELECT relname FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = old LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', one.relname, left(one.relname, 56) || '_before');
  END LOOP;
  EXECUTE format('ALTER TABLE %I NO INHERIT %I', other, log);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', log, before);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMMENTS) PARTITION BY RANGE (id)', log, before);
  EXECUTE format('ALTER TABLE %I OWNER TO %I', log, (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = old));
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (id)', log, log || '_pkey');
  FOR one IN SELECT s FROM unnest(statements) s LOOP
    EXECUTE one.s;
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', log, other);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', log, before, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', before, before);
  FOR one IN SELECT s FROM unnest(views) s LOOP
    EXECUTE one.s;
  END LOOP;
END $$;

SELECT part_log('sys_log_opt');
SELECT keep_log_months();
