-- Sessions, sign-in failures, logs, answers kept for repeats, and the epochs that tell a cache when it is stale.

CREATE TABLE sys_session (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  -- SHA-256 of the access token; the token itself is stored nowhere.
  token_hash bytea NOT NULL UNIQUE,
  secret_key bytea NOT NULL,
  -- No foreign key: a session outlives its deleted user to say why it ended.
  sys_user_id uuid NOT NULL,
  user_account text NOT NULL,
  login_ip text,
  login_browser text,
  login_os text,
  login_time timestamptz NOT NULL DEFAULT now(),
  last_seen_time timestamptz NOT NULL DEFAULT now(),
  end_time timestamptz,
  end_reason text
);
CREATE INDEX ON sys_session (sys_user_id) WHERE end_time IS NULL;
CREATE INDEX ON sys_session (last_seen_time, id);

CREATE TABLE sys_login_failure (
  -- What is being guessed at: an account seen from a network, or a network alone.
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_start timestamptz NOT NULL DEFAULT now(),
  locked_until timestamptz
);

CREATE TABLE sys_log_login (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  user_account text,
  user_name text,
  login_type text,
  login_status text,
  login_message text,
  login_ip text,
  login_browser text,
  login_os text,
  login_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_log_login (login_time, id);

CREATE TABLE sys_log_opt (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  user_account text,
  user_name text,
  opt_module text,
  opt_type text,
  opt_target text,
  request_method text,
  request_path text,
  request_params jsonb,
  opt_status text,
  opt_message text,
  opt_changes jsonb,
  opt_ip text,
  duration integer,
  request_id text,
  opt_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_log_opt (opt_time, id);

CREATE TABLE sys_idempotency (
  sys_user_id uuid NOT NULL,
  -- SHA-256 of the key; the key itself opens the answer, which may hold a one-time password.
  key_hash bytea NOT NULL,
  -- SHA-256 of call and body: the same key with another body is refused.
  request_hash bytea NOT NULL,
  answer bytea,
  create_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sys_user_id, key_hash)
);
CREATE INDEX ON sys_idempotency (create_time);

-- A counter a cache compares before it trusts itself. A row rather than a sequence: nextval would show a new number
-- before the change that caused it is committed, and a reader would keep old rows under the new number.
CREATE TABLE sys_epoch (
  name text PRIMARY KEY,
  value bigint NOT NULL DEFAULT 1
);
INSERT INTO sys_epoch (name) VALUES ('rights'), ('dict');

CREATE FUNCTION raise_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sys_epoch SET value = value + 1 WHERE name = TG_ARGV[0];
  RETURN NULL;
END $$;

CREATE TRIGGER raise_rights AFTER INSERT OR UPDATE OR DELETE ON sys_user_role
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
CREATE TRIGGER raise_rights AFTER INSERT OR UPDATE OR DELETE ON sys_role
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
CREATE TRIGGER raise_rights AFTER INSERT OR UPDATE OR DELETE ON sys_role_org
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
CREATE TRIGGER raise_rights AFTER INSERT OR UPDATE OR DELETE ON sys_role_function
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
CREATE TRIGGER raise_rights AFTER INSERT OR UPDATE OR DELETE ON sys_function
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
CREATE TRIGGER raise_dict AFTER INSERT OR UPDATE OR DELETE ON sys_dict
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('dict');

-- Which sets of first records were put in, so that each is put in once, whatever is deleted later.
CREATE TABLE sys_seed (
  name text PRIMARY KEY,
  apply_time timestamptz NOT NULL DEFAULT now()
);
