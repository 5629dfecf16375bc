-- A session that shows what a role reads (docs/decisions/0064-roles-seen.md): of which session, and which role. It ends with that session.
ALTER TABLE sys_session ADD COLUMN preview_of uuid, ADD COLUMN preview_role_id uuid;
CREATE INDEX sys_session_preview_of ON sys_session (preview_of) WHERE preview_of IS NOT NULL;

CREATE FUNCTION end_previews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sys_session SET end_time = now(), end_reason = CASE TG_OP WHEN 'UPDATE' THEN NEW.end_reason END
  WHERE preview_of = OLD.id AND end_time IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER end_previews AFTER UPDATE OF end_time ON sys_session FOR EACH ROW
  WHEN (OLD.end_time IS NULL AND NEW.end_time IS NOT NULL) EXECUTE FUNCTION end_previews();
CREATE TRIGGER end_previews_of_deleted AFTER DELETE ON sys_session FOR EACH ROW EXECUTE FUNCTION end_previews();

-- Nobody has signed in once more: who previews is on line once.
CREATE OR REPLACE VIEW sys_online AS
  SELECT s.id, s.version, s.create_time, s.create_user, s.update_time, s.update_user, s.token_hash, s.secret_key, s.sys_user_id, s.user_account,
    s.login_ip, s.login_browser, s.login_os, s.login_time, s.last_seen_time, s.end_time, s.end_reason, (
    SELECT coalesce(sum(t.tabs), 0)::integer FROM sys_live_tabs t JOIN sys_live_node n ON n.id = t.node_id
    WHERE t.sys_session_id IN (s.id, (SELECT p.id FROM sys_session p WHERE p.preview_of = s.id AND p.end_time IS NULL))
      AND n.seen_time > now() - interval '45 seconds') AS tab_count
  FROM sys_session s WHERE s.end_time IS NULL AND s.preview_of IS NULL;
