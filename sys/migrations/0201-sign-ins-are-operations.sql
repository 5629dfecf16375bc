-- 今日操作 and 操作次数 count every line of the operation log, as the list behind them does: those of signing in and out were left out.

-- Nothing is added up until this is committed.
SELECT pg_advisory_xact_lock(hashtext('sys_log_tally'));

-- Those of the days that are shown, from the sign-in log, which has a line for each; without those that are still to be
-- added up. Before the view is replaced: readers of the home page wait for that lock, until all of this is committed.
INSERT INTO sys_log_tally AS t (kind, reach, holder, hour, word, rows)
SELECT 'operation', h.reach, h.id, l.hour, '', sum(l.rows) FROM (
  SELECT u.sys_org_id AS org, date_trunc('hour', login_time) AS hour, count(*) AS rows
  FROM sys_log_login o LEFT JOIN sys_user u ON u.id = o.create_user
  WHERE login_type IN ('登录', '退出') AND login_time > now() - interval '31 days' GROUP BY 1, 2
  UNION ALL
  SELECT org, date_trunc('hour', opt_time), -count(*) FROM sys_log_tail WHERE opt_module = '登录' GROUP BY 1, 2
) l CROSS JOIN LATERAL tally_holders_of(l.org) h
GROUP BY 2, 3, 4 HAVING sum(l.rows) > 0
ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows;

-- As in 0084, except that lines of signing in and out count as operations.
CREATE OR REPLACE VIEW sys_log_tally_tail AS
  SELECT k.kind, h.reach, h.id AS holder, k.hour, k.word, c.rows FROM (
    SELECT org, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
    FROM sys_log_tail GROUP BY 1, 2, 3
  ) c CROSS JOIN LATERAL tally_holders_of(c.org) h
    CROSS JOIN LATERAL (VALUES ('operation', c.hour, ''), ('module', date_trunc('day', c.hour), c.word)) k(kind, hour, word)
  WHERE k.kind = 'operation' OR c.word <> '登录';

CREATE OR REPLACE FUNCTION add_up_lines(most integer) RETURNS bigint LANGUAGE plpgsql AS $$
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
        FROM gone GROUP BY 1, 2, 3
      ) c CROSS JOIN LATERAL tally_holders_of(c.org) h
        CROSS JOIN LATERAL (VALUES ('operation', c.hour, ''), ('module', date_trunc('day', c.hour), c.word)) k(kind, hour, word)
      WHERE k.kind = 'operation' OR c.word <> '登录'
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows)
  SELECT count(*) INTO lines FROM gone;
  RETURN lines;
END $$;
