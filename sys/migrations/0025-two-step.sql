-- Signing in with a second step: a secret shared with an app of the person's (RFC 6238), and codes for when it is lost.

ALTER TABLE sys_user
  ADD COLUMN two_step text NOT NULL DEFAULT '否',
  ADD COLUMN two_step_required text NOT NULL DEFAULT '否';

CREATE TABLE sys_totp (
  sys_user_id uuid PRIMARY KEY REFERENCES sys_user ON DELETE CASCADE,
  -- Sealed (two-step/secret-seal.ts).
  secret bytea NOT NULL,
  -- None until a first code was right.
  confirm_time timestamptz,
  -- The time step of the last code taken: none is taken twice.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE sys_recovery_code (
  sys_user_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  -- SHA-256 of the code, which is random enough for it.
  code_hash bytea NOT NULL,
  PRIMARY KEY (sys_user_id, code_hash)
);

-- Who has shown a right password and still owes a code. It is no session and opens nothing else.
CREATE TABLE sys_sign_in_ticket (
  token_hash bytea PRIMARY KEY,
  sys_user_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  create_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_sign_in_ticket (sys_user_id);

INSERT INTO sys_secret (name, value)
SELECT 'two-step', sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);

-- The personal centre reads one person's own lines.
CREATE INDEX ON sys_log_login (lower(user_account), login_time DESC, id DESC);
CREATE INDEX ON sys_log_opt (create_user, opt_time DESC, id DESC);
