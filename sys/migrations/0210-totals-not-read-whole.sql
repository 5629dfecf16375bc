-- What the home page counts is added up without reading all of it: a sign-in in twenty read the whole table to remove what is old (0019), inside
-- its own transaction, and the job that adds up the lines of the operation log left them when it found a sign-in at work.
CREATE INDEX sys_log_tally_hour ON sys_log_tally (hour);

-- As in 0019, without removing.
CREATE OR REPLACE FUNCTION add_up_tallies(added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF random() >= 0.02 * added OR NOT pg_try_advisory_xact_lock(hashtext('sys_log_tally')) THEN RETURN; END IF;
  WITH found AS (SELECT ctid FROM sys_log_tally_new FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM sys_log_tally_new n USING found WHERE n.ctid = found.ctid RETURNING n.*)
  INSERT INTO sys_log_tally AS t SELECT kind, reach, holder, hour, word, sum(rows) FROM gone GROUP BY kind, reach, holder, hour, word
  ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows;
END $$;

-- As in 0201, except that it waits for whoever adds up, so that 0 means that no lines are left, and removes what nobody asks for any more.
CREATE OR REPLACE FUNCTION add_up_lines(most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE lines bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM sys_log_tail) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('sys_log_tally'));
  WITH gone AS (DELETE FROM sys_log_tail WHERE ctid = ANY(ARRAY(SELECT ctid FROM sys_log_tail LIMIT most)) RETURNING *),
    found AS (SELECT ctid FROM sys_row_count WHERE table_name = 'sys_log_opt' FOR UPDATE SKIP LOCKED),
    kept AS (DELETE FROM sys_row_count r USING found WHERE r.ctid = found.ctid RETURNING r.rows),
    counted AS (INSERT INTO sys_row_count
      SELECT 'sys_log_opt', (SELECT coalesce(sum(rows), 0) FROM kept) + (SELECT count(*) FROM gone)),
    tallied AS (INSERT INTO sys_log_tally AS t (kind, reach, holder, hour, word, rows)
      SELECT k.kind, h.reach, h.id, k.hour, k.word, sum(c.rows) FROM (
        SELECT org, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
        FROM gone GROUP BY 1, 2, 3
      ) c CROSS JOIN LATERAL tally_holders_of(c.org) h
        CROSS JOIN LATERAL (VALUES ('operation', c.hour, ''), ('module', date_trunc('day', c.hour), c.word)) k(kind, hour, word)
      WHERE k.kind = 'operation' OR c.word <> '登录'
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows)
  SELECT count(*) INTO lines FROM gone;
  DELETE FROM sys_log_tally WHERE ctid = ANY(ARRAY(SELECT ctid FROM sys_log_tally WHERE hour < now() - interval '70 days' LIMIT coalesce(most, 0)));
  RETURN lines;
END $$;
