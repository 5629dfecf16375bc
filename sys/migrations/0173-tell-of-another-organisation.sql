-- A person who moves to another organisation sees what is addressed to it, and the records that their roles reach from it, at once.

-- What tell_rights (0106) did, and whoever moved.
CREATE OR REPLACE FUNCTION tell_rights() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE WHEN TG_LEVEL = 'STATEMENT' THEN '{}' WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  concerned jsonb := CASE TG_TABLE_NAME
    WHEN 'sys_user' THEN jsonb_build_object('users', jsonb_build_array(changed -> 'id'))
    WHEN 'sys_user_role' THEN jsonb_build_object('users', jsonb_build_array(changed -> 'owner_id'))
    WHEN 'sys_role_function' THEN jsonb_build_object('roles', jsonb_build_array(changed -> 'sys_role_id'))
    WHEN 'sys_role' THEN jsonb_build_object('roles', jsonb_build_array(changed -> 'id'))
    ELSE '{}' END;
BEGIN
  PERFORM tell_nodes(('{"kind":"changed","topic":"functions"}'::jsonb || concerned)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER tell_rights AFTER UPDATE ON sys_user FOR EACH ROW
  WHEN (OLD.sys_org_id IS DISTINCT FROM NEW.sys_org_id) EXECUTE FUNCTION tell_rights();
