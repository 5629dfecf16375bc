-- Both logs lie by month (docs/decisions/0099-logs-by-month.md). Ids are UUIDv7, so that a range of ids is a range of time: by
-- the id, which is the whole primary key, each log is parted. This file says how; 0132 to 0134 do it to what is there.

-- The lowest id that is made at this moment.
CREATE FUNCTION id_at(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT rpad(lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- When an id was made.
CREATE FUNCTION time_of_id(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- The parts of a log: a month of UTC each, what was there before the first (…_before), and ids of no month (…_other).
CREATE FUNCTION log_parts(log text) RETURNS TABLE (name text, is_month boolean, lower uuid, upper uuid) LANGUAGE sql STABLE AS $$
  SELECT relname, relname ~ '_\d{4}_\d{2}$', substring(bound FROM 'FROM \(''([0-9a-f-]+)''')::uuid, substring(bound FROM 'TO \(''([0-9a-f-]+)''')::uuid
  FROM (SELECT c.relname::text, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass(log) AND c.relispartition) part
$$;

-- Makes the part of a month, where it is missing, and says whether it was. Lines that lie in …_other because their month had no
-- part move into it. A table that is made beside and attached then keeps no writer waiting, and readers no more than the
-- lock's time of who calls this.
CREATE FUNCTION make_log_month(log text, month timestamp) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  low uuid := id_at(month AT TIME ZONE 'UTC');
  high uuid := id_at((month + interval '1 month') AT TIME ZONE 'UTC');
  part text := log || to_char(month, '_YYYY_MM');
BEGIN
  IF EXISTS (SELECT FROM log_parts(log) p WHERE p.upper > low AND (p.lower IS NULL OR p.lower < high)) THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', part, log);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', log || '_other');
  EXECUTE format('WITH gone AS (DELETE FROM %I WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM gone', log || '_other', low, high, part);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part, low, high);
  RETURN true;
END $$;

-- Makes the parts of this month and the two after it, and gives how many were missing. The owner's right, since a server may
-- run as a role that owns nothing.
CREATE FUNCTION keep_log_months() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  log text; made integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('keep_log_months')) THEN RETURN 0; END IF;
  FOREACH log IN ARRAY '{sys_log_opt,sys_log_login}'::text[] LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(log) AND relkind = 'p');
    FOR ahead IN 0..2 LOOP
      IF make_log_month(log, date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead)) THEN made := made + 1; END IF;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- Makes the months from one of the past on, for lines that a restore brings, where the part of before is empty.
CREATE FUNCTION open_log_months(since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  log text; month timestamp; has_lines boolean;
BEGIN
  FOREACH log IN ARRAY '{sys_log_opt,sys_log_login}'::text[] LOOP
    month := date_trunc('month', since AT TIME ZONE 'UTC');
    CONTINUE WHEN NOT EXISTS (SELECT FROM log_parts(log) WHERE name = log || '_before' AND time_of_id(upper) > since);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', log || '_before') INTO has_lines;
    CONTINUE WHEN has_lines;
    EXECUTE format('DROP TABLE %I', log || '_before');
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', log || '_before', log, id_at(month AT TIME ZONE 'UTC'));
    WHILE month <= now() AT TIME ZONE 'UTC' LOOP
      PERFORM make_log_month(log, month);
      month := month + interval '1 month';
    END LOOP;
  END LOOP;
END $$;

-- Takes away the oldest part of a log that is past and has no line younger than so many days, whole, and gives how many lines
-- that were; NULL where there is none. They are counted before, kept from changing meanwhile; then everybody who uses the log waits while
-- the part is cut off, which is a moment. The lock's time is shorter than the one after which PostgreSQL looks for deadlocks:
-- this gives up before somebody who deletes a line of that part is refused.
CREATE FUNCTION drop_log_part(log text, days integer) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  oldest timestamptz := now() - make_interval(days => days);
  moment text := CASE log WHEN 'sys_log_opt' THEN 'opt_time' WHEN 'sys_log_login' THEN 'login_time' END;
  part text; is_young boolean; lines bigint;
BEGIN
  FOR part IN SELECT p.name FROM log_parts(log) p WHERE time_of_id(p.upper) <= oldest ORDER BY p.upper LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', part);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1)', part, moment) INTO is_young USING oldest;
    CONTINUE WHEN is_young;
    EXECUTE format('SELECT count(*) FROM %I', part) INTO lines;
    EXECUTE format('DROP TABLE %I', part);
    INSERT INTO sys_row_count SELECT log, -lines WHERE lines > 0;
    RETURN lines;
  END LOOP;
  RETURN NULL;
END $$;

-- Deletes lines that are older than so many days out of what is no month, the part of before and that of odd ids, and gives how many:
-- a month's own lines wait for the youngest of them. Of the whole, whose triggers count; by ids that are known, so that only their parts
-- are looked into.
CREATE FUNCTION clear_log_lines(log text, days integer, most integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  moment text := CASE log WHEN 'sys_log_opt' THEN 'opt_time' WHEN 'sys_log_login' THEN 'login_time' END;
  query text; ids uuid[]; lines bigint;
BEGIN
  SELECT string_agg(format('(SELECT id FROM %I WHERE %I < $1 ORDER BY %2$I LIMIT $2)', name, moment), ' UNION ALL ') INTO query
  FROM log_parts(log) WHERE NOT is_month;
  IF query IS NULL THEN RETURN 0; END IF;
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM (%s) old LIMIT $2) few', query) INTO ids USING now() - make_interval(days => days), most;
  EXECUTE format('DELETE FROM %I WHERE id = ANY(%L::uuid[])', log, ids);
  GET DIAGNOSTICS lines = ROW_COUNT;
  RETURN lines;
END $$;

-- Figures of a log as a whole, which PostgreSQL keeps of each part alone. Of columns: of what indexes compute each part has its own.
CREATE FUNCTION analyze_logs() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE sys_log_opt (id, create_user, user_account, opt_module, opt_type, opt_status, target_id, duration, opt_time);
  ANALYZE sys_log_login (id, create_user, user_account, login_type, login_status, login_time);
END $$;

-- What is there becomes the part of before, up to a month's start that is at least a month away: until then everything goes on
-- into it, and 0133 has time. From now on nothing above that comes in, and 0132 looks at what came before.
DO $$
DECLARE
  log text;
  bound uuid := id_at((date_trunc('month', now() AT TIME ZONE 'UTC' + interval '1 month') + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  FOREACH log IN ARRAY '{sys_log_opt,sys_log_login}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (id < %L) NO INHERIT NOT VALID', log, log || '_before', bound);
  END LOOP;
END $$;
