-- Who may read a notice, who has, and who has confirmed it. Publishing writes a row for each target, none for a reader:
-- a reader's keys (everyone, his organisation and those above it, his roles, himself) find the notices meant for him.

ALTER TABLE sys_msg
  ADD COLUMN need_confirm text NOT NULL DEFAULT '否',
  -- When those on line were told of it; null while it is due or scheduled.
  ADD COLUMN announce_time timestamptz,
  ADD COLUMN remind_time timestamptz;
CREATE INDEX sys_msg_due ON sys_msg (publish_time) WHERE announce_time IS NULL AND msg_status = '已发布';
ALTER TABLE sys_msg_read ADD COLUMN confirm_time timestamptz;
DROP INDEX sys_msg_read_sys_user_id_idx;
CREATE INDEX ON sys_msg_read (sys_user_id, sys_msg_id);

CREATE TABLE sys_msg_target (
  -- An organisation, a role, a person, or for everyone the zero id.
  target_id uuid NOT NULL,
  sys_msg_id uuid NOT NULL REFERENCES sys_msg ON DELETE CASCADE,
  -- As in the notice itself, so that what somebody may read now is found in this narrow table alone.
  publish_time timestamptz NOT NULL,
  expire_time timestamptz,
  need_confirm boolean NOT NULL,
  PRIMARY KEY (target_id, sys_msg_id)
);
CREATE INDEX ON sys_msg_target (sys_msg_id);

CREATE FUNCTION place_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sys_msg_target WHERE sys_msg_id = NEW.id;
  IF NEW.msg_status = '已发布' THEN
    INSERT INTO sys_msg_target (target_id, sys_msg_id, publish_time, expire_time, need_confirm)
    SELECT DISTINCT target, NEW.id, coalesce(NEW.publish_time, NEW.update_time), NEW.expire_time, NEW.need_confirm = '是'
    FROM unnest(CASE WHEN NEW.msg_scope = '全部' THEN '{00000000-0000-0000-0000-000000000000}'::uuid[] ELSE NEW.target_ids END) AS target;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER place_notice AFTER INSERT OR UPDATE OF msg_status, msg_scope, target_ids, publish_time, expire_time, need_confirm ON sys_msg
  FOR EACH ROW EXECUTE FUNCTION place_notice();
-- Places those that were published before.
UPDATE sys_msg SET publish_time = coalesce(publish_time, update_time), announce_time = now() WHERE msg_status = '已发布';

-- The keys by which notices are found for a person.
CREATE FUNCTION notice_keys(person uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above(id, parent_id) AS (
    SELECT o.id, o.parent_id FROM sys_user u JOIN sys_org o ON o.id = u.sys_org_id WHERE u.id = person
    UNION SELECT o.id, o.parent_id FROM above JOIN sys_org o ON o.id = above.parent_id
  )
  SELECT '00000000-0000-0000-0000-000000000000'::uuid
  UNION ALL SELECT person
  UNION ALL SELECT id FROM above
  UNION ALL SELECT target_id FROM sys_user_role WHERE owner_id = person
$$;
