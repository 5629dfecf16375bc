-- How many people each organisation has, and since when, kept as they come and go: the home page shows it at once, and
-- counting a hundred thousand takes the embedded database a tenth of a second. Kept as the logs are (0019): a statement
-- adds rows of its own, so that writers never wait for each other; now and then one adds up what it finds.

CREATE TABLE sys_user_tally (
  -- The organisation, or the zero id for people without one.
  holder uuid NOT NULL,
  -- When they were made; -infinity is any day before the last sixty, which nobody asks for.
  day date NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (holder, day)
);
CREATE TABLE sys_user_tally_new (
  holder uuid NOT NULL,
  day date NOT NULL,
  rows bigint NOT NULL
);

CREATE FUNCTION tally_day(made timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN made::date < current_date - 59 THEN '-infinity' ELSE made::date END
$$;

CREATE FUNCTION add_up_user_tallies(added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF random() >= 0.02 * added OR NOT pg_try_advisory_xact_lock(hashtext('sys_user_tally')) THEN RETURN; END IF;
  WITH found AS (SELECT ctid FROM sys_user_tally_new FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM sys_user_tally_new n USING found WHERE n.ctid = found.ctid RETURNING n.*)
  INSERT INTO sys_user_tally AS t SELECT holder, day, sum(rows) FROM gone GROUP BY holder, day
  ON CONFLICT (holder, day) DO UPDATE SET rows = t.rows + excluded.rows;
  WITH old AS (DELETE FROM sys_user_tally WHERE day < current_date - 59 AND day > '-infinity' RETURNING holder, rows)
  INSERT INTO sys_user_tally AS t SELECT holder, '-infinity', sum(rows) FROM old GROUP BY holder
  ON CONFLICT (holder, day) DO UPDATE SET rows = t.rows + excluded.rows;
END $$;

CREATE FUNCTION tally_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added bigint;
BEGIN
  INSERT INTO sys_user_tally_new
  SELECT coalesce(sys_org_id, '00000000-0000-0000-0000-000000000000'), tally_day(create_time),
    CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
  FROM changed GROUP BY 1, 2;
  GET DIAGNOSTICS added = ROW_COUNT;
  PERFORM add_up_user_tallies(added);
  RETURN NULL;
END $$;
CREATE FUNCTION tally_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_user_tally_new VALUES
    (coalesce(OLD.sys_org_id, '00000000-0000-0000-0000-000000000000'), tally_day(OLD.create_time), -1),
    (coalesce(NEW.sys_org_id, '00000000-0000-0000-0000-000000000000'), tally_day(NEW.create_time), 1);
  PERFORM add_up_user_tallies(1);
  RETURN NULL;
END $$;

-- Before the counts below, so that no row comes in between: making a trigger locks the table against writers.
CREATE TRIGGER tally_inserted AFTER INSERT ON sys_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
CREATE TRIGGER tally_deleted AFTER DELETE ON sys_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
CREATE TRIGGER tally_moved AFTER UPDATE OF sys_org_id, create_time ON sys_user FOR EACH ROW
  WHEN (OLD.sys_org_id IS DISTINCT FROM NEW.sys_org_id OR OLD.create_time IS DISTINCT FROM NEW.create_time) EXECUTE FUNCTION tally_move();

INSERT INTO sys_user_tally (holder, day, rows)
SELECT coalesce(sys_org_id, '00000000-0000-0000-0000-000000000000'), tally_day(create_time), count(*) FROM sys_user GROUP BY 1, 2;

-- Whom one made: the data scope 本人 reaches them wherever they are.
CREATE INDEX ON sys_user (create_user);
