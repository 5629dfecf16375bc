-- Of which notice a mail tells: nobody gets the same words of it twice.
ALTER TABLE sys_mail ADD COLUMN source_id uuid;
CREATE INDEX sys_mail_source ON sys_mail (source_id, create_user) WHERE source_id IS NOT NULL;

-- Who asked for a link by which a password is set anew: the same row for every account, whether there is one or not. What becomes of it
-- is decided afterwards, by a job, so that the answer and its time tell nothing. Kept for a day, for the limits.
CREATE TABLE sys_password_request (
  id uuid PRIMARY KEY,
  -- As it was typed, in small letters.
  account text NOT NULL,
  network text NOT NULL,
  ip text NOT NULL,
  browser text,
  create_time timestamptz NOT NULL DEFAULT now(),
  done boolean NOT NULL DEFAULT false
);
CREATE INDEX ON sys_password_request (account, create_time);
CREATE INDEX ON sys_password_request (create_time);
CREATE INDEX sys_password_request_open ON sys_password_request (create_time) WHERE NOT done;

-- The links that are out: good once, and for half an hour.
CREATE TABLE sys_password_reset (
  token_hash bytea PRIMARY KEY,
  sys_user_id uuid NOT NULL REFERENCES sys_user (id) ON DELETE CASCADE,
  create_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_password_reset (sys_user_id);
CREATE INDEX ON sys_password_reset (create_time);
