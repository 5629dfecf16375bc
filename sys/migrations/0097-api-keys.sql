-- Keys by which programs call as a person (docs/wire.md "Programs"). What is stored of a key is a hash; without one, nobody knows it.
CREATE TABLE sys_token (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  token_name text NOT NULL,
  sys_user_id uuid NOT NULL REFERENCES sys_user (id) ON DELETE CASCADE,
  token_rights text[] NOT NULL DEFAULT '{}',
  allowed_addresses text[] NOT NULL DEFAULT '{}',
  expire_time timestamptz NOT NULL,
  token_status text NOT NULL,
  last_used_time timestamptz,
  last_used_ip text,
  token_hash bytea UNIQUE,
  label_pinyin text
);
CREATE INDEX ON sys_token (create_time, id);
CREATE INDEX ON sys_token (sys_user_id);

-- A change that runs with what a key listed, and does not list any more, is not kept.
CREATE TRIGGER raise_rights AFTER UPDATE OF token_rights, sys_user_id ON sys_token
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');

-- The key by which a program did it, beside its person.
ALTER TABLE sys_log_opt ADD COLUMN token_name text;
