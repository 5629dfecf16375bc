-- What assistants propose to change for a person: kept until they decide, and never longer than a month (docs/decisions/0083-assistants.md).
CREATE TABLE sys_proposal (
  id uuid PRIMARY KEY,
  create_time timestamptz NOT NULL DEFAULT now(),
  sys_user_id uuid NOT NULL REFERENCES sys_user (id) ON DELETE CASCADE,
  -- The API key that it came by.
  token_name text NOT NULL,
  target_resource text NOT NULL,
  -- The record that is to be changed, as it was read; without one a record is to be added.
  target_id uuid,
  target_version integer,
  proposed jsonb NOT NULL,
  reason text NOT NULL,
  open_time timestamptz
);
CREATE INDEX ON sys_proposal (sys_user_id, create_time);
CREATE INDEX ON sys_proposal (create_time);
