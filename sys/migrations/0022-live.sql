-- What live sockets need: tickets to open one, who is on line where, and triggers that tell every node what happened.
-- A notification is sent when its transaction commits, and the same one only once however often it was raised.

-- One-time tickets; lost in a crash, which costs a browser one more call.
CREATE UNLOGGED TABLE sys_live_ticket (
  -- SHA-256 of the ticket.
  ticket_hash bytea PRIMARY KEY,
  sys_session_id uuid NOT NULL,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ON sys_live_ticket (sys_session_id);
CREATE INDEX ON sys_live_ticket (create_time);

-- Tabs of a session that are connected to a node. A node that is gone stops renewing its row, and its tabs count no more.
CREATE UNLOGGED TABLE sys_live_node (
  id uuid PRIMARY KEY,
  seen_time timestamptz NOT NULL DEFAULT now()
);
CREATE UNLOGGED TABLE sys_live_tabs (
  node_id uuid NOT NULL REFERENCES sys_live_node ON DELETE CASCADE,
  sys_session_id uuid NOT NULL,
  tabs integer NOT NULL,
  PRIMARY KEY (sys_session_id, node_id)
);
CREATE INDEX ON sys_live_tabs (node_id);

-- Which session has which record open to change it; who saves the record tells those.
CREATE UNLOGGED TABLE sys_live_watch (
  target_id uuid NOT NULL,
  sys_session_id uuid NOT NULL,
  target_resource text NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (target_id, sys_session_id)
);
CREATE INDEX ON sys_live_watch (sys_session_id);

DROP VIEW sys_online;
CREATE VIEW sys_online AS
  SELECT s.*, (
    SELECT coalesce(sum(t.tabs), 0)::integer FROM sys_live_tabs t JOIN sys_live_node n ON n.id = t.node_id
    WHERE t.sys_session_id = s.id AND n.seen_time > now() - interval '45 seconds') AS tab_count
  FROM sys_session s WHERE s.end_time IS NULL;

CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('kind', 'ended', 'session', OLD.id)::text);
  DELETE FROM sys_live_watch WHERE sys_session_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_ended AFTER UPDATE OF end_time ON sys_session FOR EACH ROW
  WHEN (OLD.end_time IS NULL AND NEW.end_time IS NOT NULL) EXECUTE FUNCTION tell_session_ended();
CREATE TRIGGER tell_deleted AFTER DELETE ON sys_session FOR EACH ROW
  WHEN (OLD.end_time IS NULL) EXECUTE FUNCTION tell_session_ended();

CREATE FUNCTION tell_dict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', '{"kind":"changed","topic":"dict"}');
  RETURN NULL;
END $$;
CREATE TRIGGER tell_dict AFTER INSERT OR UPDATE OR DELETE ON sys_dict FOR EACH STATEMENT EXECUTE FUNCTION tell_dict();

-- Whose menus and buttons a change of rights moves: the person's, a role's holders', or everyone's.
CREATE FUNCTION tell_rights() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE WHEN TG_LEVEL = 'STATEMENT' THEN '{}' WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  concerned jsonb := CASE TG_TABLE_NAME
    WHEN 'sys_user_role' THEN jsonb_build_object('users', jsonb_build_array(changed -> 'owner_id'))
    WHEN 'sys_role_function' THEN jsonb_build_object('roles', jsonb_build_array(changed -> 'sys_role_id'))
    WHEN 'sys_role' THEN jsonb_build_object('roles', jsonb_build_array(changed -> 'id'))
    ELSE '{}' END;
BEGIN
  PERFORM pg_notify('live', ('{"kind":"changed","topic":"functions"}'::jsonb || concerned)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_rights AFTER INSERT OR UPDATE OR DELETE ON sys_user_role FOR EACH ROW EXECUTE FUNCTION tell_rights();
CREATE TRIGGER tell_rights AFTER INSERT OR UPDATE OR DELETE ON sys_role_function FOR EACH ROW EXECUTE FUNCTION tell_rights();
CREATE TRIGGER tell_rights AFTER UPDATE ON sys_role FOR EACH ROW EXECUTE FUNCTION tell_rights();
CREATE TRIGGER tell_rights AFTER INSERT OR UPDATE OR DELETE ON sys_function FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();
