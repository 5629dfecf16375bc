-- Tells a database from its copies, whose rows are the same; null where the server does not say.
CREATE FUNCTION this_database() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT concat(system_identifier, '/', oid) FROM pg_control_system(), pg_database WHERE datname = current_database());
EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
  RETURN NULL;
END $$;

-- Which database made a scheduled backup: a copy restored for a trial holds its original's rows.
ALTER TABLE sys_backup ADD COLUMN database_mark text DEFAULT this_database();
