-- Which records were changed by which transaction, for programs that keep a copy (docs/decisions/0080-changes-since.md). Every change
-- of a followed table writes a line in its own transaction, whichever statement made it; what was rolled back leaves none.
CREATE TABLE sys_change (
  -- The table, and the record in it.
  source text NOT NULL,
  id uuid NOT NULL,
  -- Made, changed, deleted, or changed beside its row: in a table of pairs.
  kind text NOT NULL,
  -- A line counts for whoever has a snapshot in which this transaction is not visible, however late it commits.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  change_time timestamptz NOT NULL DEFAULT now(),
  -- Whether what others show of it may differ, and whether its organisation does.
  is_renamed boolean NOT NULL DEFAULT false,
  is_moved boolean NOT NULL DEFAULT false,
  -- Whose data scope it lay in before.
  scope_org uuid,
  scope_person uuid,
  create_user uuid
);
CREATE INDEX ON sys_change (source, xid);
CREATE INDEX ON sys_change USING brin (change_time);

-- From which transaction on a table is followed, and up to which the lines were cleared.
CREATE TABLE sys_change_start (
  source text PRIMARY KEY,
  begun xid8 NOT NULL DEFAULT pg_current_xact_id(),
  cleared xid8 NOT NULL DEFAULT '0'
);

-- Arguments: the columns of the label, of the organisation and of the person; empty for none.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) ELSE '{}' END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sys_change (source, id, kind, is_renamed, is_moved) VALUES (TG_TABLE_NAME, NEW.id, 'added', true, true);
    RETURN NULL;
  END IF;
  INSERT INTO sys_change (source, id, kind, is_renamed, is_moved, scope_org, scope_person, create_user)
  VALUES (
    TG_TABLE_NAME,
    OLD.id,
    CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
    old_row -> TG_ARGV[0] IS DISTINCT FROM new_row -> TG_ARGV[0],
    old_row -> TG_ARGV[1] IS DISTINCT FROM new_row -> TG_ARGV[1],
    (old_row ->> TG_ARGV[1])::uuid,
    (old_row ->> TG_ARGV[2])::uuid,
    (old_row ->> 'create_user')::uuid
  );
  RETURN NULL;
END $$;

-- A table of pairs: what changed is the record that owns the pair. Argument: the owner's table.
CREATE FUNCTION note_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO sys_change (source, id, kind) VALUES (TG_ARGV[0], OLD.owner_id, 'pairs'); END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO sys_change (source, id, kind) VALUES (TG_ARGV[0], NEW.owner_id, 'pairs'); END IF;
  RETURN NULL;
END $$;

-- Nobody can be told what was emptied: everybody begins again.
CREATE FUNCTION note_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sys_change_start SET begun = pg_current_xact_id() WHERE source = TG_ARGV[0];
  RETURN NULL;
END $$;

-- Follows a table from now on: its column of the label and those of the scope, as its resource declares them, and its tables of pairs.
CREATE FUNCTION follow_changes(followed text, label text, org text DEFAULT '', person text DEFAULT '', pairs text[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE pair text;
BEGIN
  -- In an order by which two that follow the same never wait for each other, and before it is said that it is followed.
  EXECUTE format('CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note_change(%L, %L, %L)', followed, label, org, person);
  EXECUTE format('CREATE OR REPLACE TRIGGER note_update AFTER UPDATE ON %I FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_change(%L, %L, %L)', followed, label, org, person);
  EXECUTE format('CREATE OR REPLACE TRIGGER note_emptied AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_emptied(%L)', followed, followed);
  FOREACH pair IN ARRAY pairs LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER note_pair AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note_pair(%L)', pair, followed);
    EXECUTE format('CREATE OR REPLACE TRIGGER note_emptied AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_emptied(%L)', pair, followed);
  END LOOP;
  INSERT INTO sys_change_start (source) VALUES (followed) ON CONFLICT (source) DO UPDATE SET begun = pg_current_xact_id();
END $$;

-- Begins again for every followed table: what a restored database brought along counts transactions of another.
CREATE FUNCTION begin_changes() RETURNS void LANGUAGE sql AS $$
  DELETE FROM sys_change;
  DELETE FROM sys_change_start;
  INSERT INTO sys_change_start (source)
  SELECT relname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
  WHERE tgname = 'note_change' AND relnamespace = current_schema()::regnamespace;
$$;

SELECT follow_changes('sys_org', 'org_name', 'id');
SELECT follow_changes('sys_user', 'user_name', 'sys_org_id', 'id', '{sys_user_role}');
SELECT follow_changes('sys_role', 'role_name', pairs => '{sys_role_org}');
SELECT follow_changes('sys_function', 'function_name');
SELECT follow_changes('sys_dept', 'dept_name', 'sys_org_id');
SELECT follow_changes('sys_district', 'district_name');
SELECT follow_changes('sys_dict', 'dict_label');
SELECT follow_changes('sys_msg', 'msg_title', '', 'create_user');
SELECT follow_changes('sys_sms_template', 'template_name');
SELECT follow_changes('sys_sms', 'sms_phone', '', 'create_user');
SELECT follow_changes('sys_token', 'token_name', '', 'sys_user_id');
SELECT follow_changes('sys_webhook', 'webhook_name', '', 'sys_user_id');
SELECT follow_changes('sys_linked_account', 'external_name', '', 'sys_user_id');
