-- The last organisation of people who were deleted: whoever reaches it still sees their lines of the logs (docs/decisions/0125-what-logs-say-later.md).
CREATE TABLE sys_former_user (
  id uuid PRIMARY KEY,
  sys_org_id uuid NOT NULL,
  delete_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_former_user (sys_org_id);

CREATE FUNCTION keep_former_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_former_user SELECT id, sys_org_id FROM changed WHERE sys_org_id IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET sys_org_id = excluded.sys_org_id, delete_time = now();
  RETURN NULL;
END $$;
-- Somebody was restored.
CREATE FUNCTION drop_former_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sys_former_user f USING changed c WHERE f.id = c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former AFTER DELETE ON sys_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_former_users();
CREATE TRIGGER drop_former AFTER INSERT ON sys_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION drop_former_users();

-- Those who were purged before are known to nothing.
INSERT INTO sys_former_user
SELECT DISTINCT ON (target_id) target_id, scope_org, delete_time FROM sys_recycle r
WHERE target_resource = 'sys/user' AND scope_org IS NOT NULL AND NOT EXISTS (SELECT FROM sys_user u WHERE u.id = r.target_id)
ORDER BY target_id, delete_time DESC;
