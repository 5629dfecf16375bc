-- Other ways to sign in (docs/wire.md "Other ways to sign in"). Accounts elsewhere are linked by issuer and subject alone; one
-- without a user has come, and waits for the local password or an administrator.
CREATE TABLE sys_linked_account (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  sys_user_id uuid REFERENCES sys_user (id) ON DELETE CASCADE,
  login_method text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  external_name text NOT NULL,
  last_used_time timestamptz,
  label_pinyin text,
  CONSTRAINT sys_linked_account_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX ON sys_linked_account (sys_user_id);
CREATE INDEX ON sys_linked_account (create_time, id);

-- Who said who somebody is, where it was not the local password.
ALTER TABLE sys_session ADD COLUMN signed_in_by jsonb;
CREATE INDEX sys_session_other_subject ON sys_session ((signed_in_by ->> 'subject')) WHERE end_time IS NULL AND signed_in_by IS NOT NULL;
ALTER TABLE sys_sign_in_ticket ADD COLUMN signed_in_by jsonb;

-- Back from a provider: to be exchanged once for a session, or for the link with a local account.
CREATE TABLE sys_login_ticket (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  browser_hash bytea,
  signed_in_by jsonb NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_login_ticket (create_time);

-- What counts once: a trip to a provider, and its word that sessions are over.
CREATE TABLE sys_spent_token (
  token_hash bytea PRIMARY KEY,
  create_time timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sys_spent_token (create_time);
