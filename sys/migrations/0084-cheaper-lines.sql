-- What a save waits for is less: it writes a line of the operation log in one place, and what is counted of it is added up
-- by a job (engine/server/crud/operation-log/add-up-lines.ts). Every reading adds what the job has not seen yet.

LOCK TABLE sys_log_opt IN ACCESS EXCLUSIVE MODE;

-- Lines that are not added up yet, a row each. No index: it is short, and read whole.
CREATE TABLE sys_log_tail (
  -- Where the person was at the time.
  org uuid,
  opt_time timestamptz NOT NULL,
  opt_module text
);

CREATE FUNCTION note_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_log_tail VALUES ((SELECT sys_org_id FROM sys_user WHERE id = NEW.create_user), NEW.opt_time, NEW.opt_module);
  RETURN NULL;
END $$;
DROP TRIGGER count_inserted ON sys_log_opt;
DROP TRIGGER tally_inserted ON sys_log_opt;
DROP FUNCTION tally_operations();
CREATE TRIGGER note_line AFTER INSERT ON sys_log_opt FOR EACH ROW EXECUTE FUNCTION note_line();

-- Under what a line counts that was written by somebody of this organisation, or of none.
CREATE FUNCTION tally_holders_of(org uuid) RETURNS TABLE (reach text, id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above(id, parent_id) AS (
    SELECT o.id, o.parent_id FROM sys_org o WHERE o.id = org
    UNION SELECT o.id, o.parent_id FROM above JOIN sys_org o ON o.id = above.parent_id
  )
  SELECT 'all', '00000000-0000-0000-0000-000000000000'::uuid
  UNION ALL SELECT 'org', org WHERE org IS NOT NULL
  UNION ALL SELECT 'tree', above.id FROM above
$$;

-- The tail as it will be added to sys_log_tally.
CREATE VIEW sys_log_tally_tail AS
  SELECT k.kind, h.reach, h.id AS holder, k.hour, k.word, c.rows FROM (
    SELECT org, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
    FROM sys_log_tail WHERE opt_module IS DISTINCT FROM '登录' GROUP BY 1, 2, 3
  ) c CROSS JOIN LATERAL tally_holders_of(c.org) h
    CROSS JOIN LATERAL (VALUES ('operation', c.hour, ''), ('module', date_trunc('day', c.hour), c.word)) k(kind, hour, word);

-- Adds up a part of the tail, and gives how many lines: one at a time, until the end of its transaction.
CREATE FUNCTION add_up_lines(most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE lines bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM sys_log_tail) OR NOT pg_try_advisory_xact_lock(hashtext('sys_log_tally')) THEN RETURN 0; END IF;
  WITH gone AS (DELETE FROM sys_log_tail WHERE ctid = ANY(ARRAY(SELECT ctid FROM sys_log_tail LIMIT most)) RETURNING *),
    found AS (SELECT ctid FROM sys_row_count WHERE table_name = 'sys_log_opt' FOR UPDATE SKIP LOCKED),
    kept AS (DELETE FROM sys_row_count r USING found WHERE r.ctid = found.ctid RETURNING r.rows),
    counted AS (INSERT INTO sys_row_count
      SELECT 'sys_log_opt', (SELECT coalesce(sum(rows), 0) FROM kept) + (SELECT count(*) FROM gone)),
    tallied AS (INSERT INTO sys_log_tally AS t (kind, reach, holder, hour, word, rows)
      SELECT k.kind, h.reach, h.id, k.hour, k.word, sum(c.rows) FROM (
        SELECT org, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
        FROM gone WHERE opt_module IS DISTINCT FROM '登录' GROUP BY 1, 2, 3
      ) c CROSS JOIN LATERAL tally_holders_of(c.org) h
        CROSS JOIN LATERAL (VALUES ('operation', c.hour, ''), ('module', date_trunc('day', c.hour), c.word)) k(kind, hour, word)
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows)
  SELECT count(*) INTO lines FROM gone;
  RETURN lines;
END $$;

-- An emptied log has no lines, but what was done was done.
CREATE FUNCTION add_up_all_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('sys_log_tally'));
  PERFORM add_up_lines(NULL);
  RETURN NULL;
END $$;
-- By its name it comes before count_truncated, which then takes off what was counted.
CREATE TRIGGER add_up_truncated AFTER TRUNCATE ON sys_log_opt FOR EACH STATEMENT EXECUTE FUNCTION add_up_all_lines();
