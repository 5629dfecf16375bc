-- The figures of the home page: how often what was done in which hour, kept as logs are written, since counting a
-- million takes too long. A statement adds rows of its own, so that writers never wait for each other; now and then one
-- adds up what it finds. Deleting a log does not undo what was done, so nothing is taken off again.

CREATE TABLE sys_log_tally (
  -- operation: by module; sign-in: by result.
  kind text NOT NULL,
  -- Whose together: everybody's (all, the zero id), an organisation's people's (org), or theirs and of those below (tree);
  -- the organisation is the person's at the time.
  reach text NOT NULL,
  holder uuid NOT NULL,
  hour timestamptz NOT NULL,
  word text NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (reach, holder, kind, hour, word)
);
CREATE TABLE sys_log_tally_new (
  kind text NOT NULL,
  reach text NOT NULL,
  holder uuid NOT NULL,
  hour timestamptz NOT NULL,
  word text NOT NULL,
  rows bigint NOT NULL
);

CREATE FUNCTION add_up_tallies(added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The more rows a statement added, the likelier; from fifty on always.
  -- One at a time, until the end of its transaction; everyone else goes on adding rows.
  IF random() >= 0.02 * added OR NOT pg_try_advisory_xact_lock(hashtext('sys_log_tally')) THEN RETURN; END IF;
  WITH found AS (SELECT ctid FROM sys_log_tally_new FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM sys_log_tally_new n USING found WHERE n.ctid = found.ctid RETURNING n.*)
  INSERT INTO sys_log_tally AS t SELECT kind, reach, holder, hour, word, sum(rows) FROM gone GROUP BY kind, reach, holder, hour, word
  ON CONFLICT (reach, holder, kind, hour, word) DO UPDATE SET rows = t.rows + excluded.rows;
  DELETE FROM sys_log_tally WHERE hour < now() - interval '70 days' AND random() < 0.05;
END $$;

-- Under what a log of this person counts.
CREATE FUNCTION tally_holders(person uuid) RETURNS TABLE (reach text, id uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above(id, parent_id) AS (
    SELECT o.id, o.parent_id FROM sys_user u JOIN sys_org o ON o.id = u.sys_org_id WHERE u.id = person
    UNION SELECT o.id, o.parent_id FROM above JOIN sys_org o ON o.id = above.parent_id
  )
  SELECT 'all', '00000000-0000-0000-0000-000000000000'::uuid
  UNION ALL SELECT 'org', sys_org_id FROM sys_user WHERE sys_user.id = person AND sys_org_id IS NOT NULL
  UNION ALL SELECT 'tree', above.id FROM above
$$;

CREATE FUNCTION tally_operations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added bigint;
BEGIN
  INSERT INTO sys_log_tally_new
  SELECT 'operation', h.reach, h.id, c.hour, c.word, sum(c.rows) FROM (
    SELECT create_user, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
    FROM changed WHERE opt_module IS DISTINCT FROM '登录' GROUP BY 1, 2, 3
  ) c CROSS JOIN LATERAL tally_holders(c.create_user) h GROUP BY 2, 3, 4, 5;
  GET DIAGNOSTICS added = ROW_COUNT;
  PERFORM add_up_tallies(added);
  RETURN NULL;
END $$;
CREATE FUNCTION tally_sign_ins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added bigint;
BEGIN
  INSERT INTO sys_log_tally_new
  SELECT 'sign-in', h.reach, h.id, c.hour, c.word, sum(c.rows) FROM (
    SELECT create_user, date_trunc('hour', login_time) AS hour, coalesce(login_status, '失败') AS word, count(*) AS rows
    FROM changed WHERE login_type = '登录' GROUP BY 1, 2, 3
  ) c CROSS JOIN LATERAL tally_holders(c.create_user) h GROUP BY 2, 3, 4, 5;
  GET DIAGNOSTICS added = ROW_COUNT;
  PERFORM add_up_tallies(added);
  RETURN NULL;
END $$;

-- Before the counts below, so that no row comes in between: making a trigger locks the table against writers.
CREATE TRIGGER tally_inserted AFTER INSERT ON sys_log_opt REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_operations();
CREATE TRIGGER tally_inserted AFTER INSERT ON sys_log_login REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_sign_ins();

INSERT INTO sys_log_tally (kind, reach, holder, hour, word, rows)
SELECT c.kind, h.reach, h.id, c.hour, c.word, sum(c.rows) FROM (
  SELECT 'operation' AS kind, create_user, date_trunc('hour', opt_time) AS hour, coalesce(opt_module, '其他') AS word, count(*) AS rows
  FROM sys_log_opt WHERE opt_time > now() - interval '70 days' AND opt_module IS DISTINCT FROM '登录' GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'sign-in', create_user, date_trunc('hour', login_time), coalesce(login_status, '失败'), count(*)
  FROM sys_log_login WHERE login_time > now() - interval '70 days' AND login_type = '登录' GROUP BY 2, 3, 4
) c CROSS JOIN LATERAL tally_holders(c.create_user) h GROUP BY 1, 2, 3, 4, 5;

-- What one person did: 本人, where his organisation's counts are not his to see.
CREATE INDEX sys_log_opt_person ON sys_log_opt (create_user, opt_time) WHERE create_user IS NOT NULL;
CREATE INDEX sys_log_login_person ON sys_log_login (create_user, login_time) WHERE create_user IS NOT NULL;
