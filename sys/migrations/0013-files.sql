-- Files. The bytes of an upload are the ordered list of its parts, before it is complete and ever after: nothing is put
-- together at the end. A file is a name for an upload's bytes; two files of one person may name the same.

CREATE TABLE sys_upload (
  id uuid PRIMARY KEY,
  sys_user_id uuid NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL,
  total_chunks integer NOT NULL,
  otc_id text,
  otc_type text,
  file_source text NOT NULL,
  file_alias text,
  -- SHA-256 of the Idempotency-Key that the first chunk came with.
  request_key bytea,
  create_time timestamptz NOT NULL DEFAULT now(),
  -- When the last part came; an unfinished upload is swept a day later.
  touch_time timestamptz NOT NULL DEFAULT now(),
  -- Set when all parts are there; the file that it became, for the one who asks again.
  finish_time timestamptz,
  sys_file_id uuid,
  file_size bigint,
  -- SHA-256 of the whole; read from the parts after the upload is finished.
  file_hash bytea,
  -- Of a picture, in pixels, as its header says.
  width integer,
  height integer,
  thumbnail_key text,
  CONSTRAINT sys_upload_request_key_key UNIQUE (sys_user_id, request_key)
);
CREATE INDEX ON sys_upload (sys_user_id, touch_time) WHERE finish_time IS NULL;
CREATE INDEX ON sys_upload (touch_time) WHERE finish_time IS NULL;
CREATE INDEX ON sys_upload (sys_user_id, file_hash, file_size) WHERE file_hash IS NOT NULL;

CREATE TABLE sys_upload_part (
  sys_upload_id uuid NOT NULL REFERENCES sys_upload ON DELETE CASCADE,
  idx integer NOT NULL,
  part_size bigint NOT NULL,
  part_hash bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  PRIMARY KEY (sys_upload_id, idx)
);

CREATE TABLE sys_file (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  file_name text NOT NULL,
  file_type text NOT NULL,
  file_alias text,
  file_size bigint NOT NULL,
  otc_id text,
  otc_type text,
  file_source text NOT NULL,
  sys_upload_id uuid NOT NULL REFERENCES sys_upload
);
CREATE INDEX ON sys_file (otc_type, otc_id);
CREATE INDEX ON sys_file (create_time, id);
CREATE INDEX ON sys_file (create_user);
CREATE INDEX ON sys_file (sys_upload_id);

-- Every object in the storage is either named by a row or stands here, from before its first byte is written: what a
-- crash leaves behind is found again, and bytes go only after the row that named them is gone for good.
CREATE TABLE sys_storage_trash (
  storage_key text PRIMARY KEY,
  due_time timestamptz NOT NULL DEFAULT now(),
  -- Its bytes are being removed, so that no row may name it any more.
  is_clearing boolean NOT NULL DEFAULT false
);
CREATE INDEX ON sys_storage_trash (due_time);

CREATE FUNCTION trash_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_storage_trash (storage_key) VALUES (OLD.storage_key) ON CONFLICT (storage_key) DO UPDATE SET due_time = now();
  RETURN NULL;
END $$;
CREATE TRIGGER trash_part AFTER DELETE ON sys_upload_part FOR EACH ROW EXECUTE FUNCTION trash_part();

CREATE FUNCTION trash_thumbnail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sys_storage_trash (storage_key) VALUES (OLD.thumbnail_key) ON CONFLICT (storage_key) DO UPDATE SET due_time = now();
  RETURN NULL;
END $$;
CREATE TRIGGER trash_thumbnail AFTER DELETE ON sys_upload FOR EACH ROW WHEN (OLD.thumbnail_key IS NOT NULL)
  EXECUTE FUNCTION trash_thumbnail();

-- The last file that names an upload takes the upload with it. The lock makes two that go at once see each other.
CREATE FUNCTION drop_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM sys_upload WHERE id = OLD.sys_upload_id FOR UPDATE;
  DELETE FROM sys_upload u WHERE u.id = OLD.sys_upload_id AND NOT EXISTS (SELECT FROM sys_file f WHERE f.sys_upload_id = u.id);
  RETURN NULL;
END $$;
CREATE TRIGGER drop_upload AFTER DELETE ON sys_file FOR EACH ROW EXECUTE FUNCTION drop_upload();

-- A file that an external viewer may fetch, without a session, a few times and for a few minutes.
CREATE TABLE sys_file_link (
  token_hash bytea PRIMARY KEY,
  sys_file_id uuid NOT NULL REFERENCES sys_file ON DELETE CASCADE,
  sys_session_id uuid NOT NULL,
  fetches integer NOT NULL DEFAULT 0,
  expire_time timestamptz NOT NULL
);
CREATE INDEX ON sys_file_link (sys_file_id);

-- Keys that every node signs with, and the name by which the storage knows that it belongs to this database.
CREATE TABLE sys_secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
INSERT INTO sys_secret (name, value)
SELECT name, sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8'))
FROM unnest(ARRAY['file', 'storage']) AS name, generate_series(1, 4) GROUP BY name;
