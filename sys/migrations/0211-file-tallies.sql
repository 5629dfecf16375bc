-- How many bytes each person uploaded, and when, kept as files come and go, as numbers of people are (0038): the home page added up all files for
-- each reader. By person, since who may see a file depends on where its uploader is now.

CREATE TABLE sys_file_tally (
  -- The zero id for files of nobody.
  create_user uuid NOT NULL,
  -- When they were uploaded; -infinity is any day before the last thirty or so, which nobody asks for.
  day date NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (create_user, day)
);
CREATE TABLE sys_file_tally_new (
  create_user uuid NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL
);
CREATE VIEW sys_file_bytes AS SELECT create_user, day, bytes FROM sys_file_tally UNION ALL SELECT create_user, day, bytes FROM sys_file_tally_new;

CREATE FUNCTION file_day(made timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN made::date < current_date - 31 THEN '-infinity' ELSE made::date END
$$;

CREATE FUNCTION add_up_file_tallies(added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF random() >= 0.02 * added OR NOT pg_try_advisory_xact_lock(hashtext('sys_file_tally')) THEN RETURN; END IF;
  WITH found AS (SELECT ctid FROM sys_file_tally_new FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM sys_file_tally_new n USING found WHERE n.ctid = found.ctid RETURNING n.*),
    -- Of the people concerned, by their key: an old day is added to those before it.
    old AS (DELETE FROM sys_file_tally t WHERE t.create_user = ANY(ARRAY(SELECT DISTINCT create_user FROM gone))
      AND t.day < current_date - 31 AND t.day > '-infinity' RETURNING t.create_user, t.bytes)
  INSERT INTO sys_file_tally AS t SELECT create_user, day, sum(bytes) FROM (
    SELECT create_user, CASE WHEN day < current_date - 31 THEN '-infinity' ELSE day END AS day, bytes FROM gone
    UNION ALL SELECT create_user, '-infinity', bytes FROM old
  ) k GROUP BY create_user, day
  ON CONFLICT (create_user, day) DO UPDATE SET bytes = t.bytes + excluded.bytes;
END $$;

CREATE FUNCTION tally_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added bigint;
BEGIN
  INSERT INTO sys_file_tally_new
  SELECT coalesce(create_user, '00000000-0000-0000-0000-000000000000'), file_day(create_time),
    sum(CASE TG_OP WHEN 'DELETE' THEN -file_size ELSE file_size END)
  FROM changed GROUP BY 1, 2;
  GET DIAGNOSTICS added = ROW_COUNT;
  PERFORM add_up_file_tallies(added);
  RETURN NULL;
END $$;
CREATE FUNCTION tally_changed_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_file_tally_new VALUES
    (coalesce(OLD.create_user, '00000000-0000-0000-0000-000000000000'), file_day(OLD.create_time), -OLD.file_size),
    (coalesce(NEW.create_user, '00000000-0000-0000-0000-000000000000'), file_day(NEW.create_time), NEW.file_size);
  PERFORM add_up_file_tallies(1);
  RETURN NULL;
END $$;

-- Before the sums below, so that no row comes in between: making a trigger locks the table against writers.
CREATE TRIGGER tally_inserted AFTER INSERT ON sys_file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_files();
CREATE TRIGGER tally_deleted AFTER DELETE ON sys_file REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_files();
CREATE TRIGGER tally_changed AFTER UPDATE OF create_user, create_time, file_size ON sys_file FOR EACH ROW
  WHEN ((OLD.create_user, OLD.create_time, OLD.file_size) IS DISTINCT FROM (NEW.create_user, NEW.create_time, NEW.file_size))
  EXECUTE FUNCTION tally_changed_file();

INSERT INTO sys_file_tally (create_user, day, bytes)
SELECT coalesce(create_user, '00000000-0000-0000-0000-000000000000'), file_day(create_time), sum(file_size) FROM sys_file GROUP BY 1, 2;
