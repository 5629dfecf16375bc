-- Lists made into workbooks in the background, kept for a week for whoever asked for them. Progress and outcome are the
-- job's; the file lies in the storage under its key.

CREATE TABLE sys_export (
  id uuid PRIMARY KEY,
  resource text NOT NULL,
  title text NOT NULL,
  file_name text NOT NULL,
  query jsonb NOT NULL,
  job_id uuid REFERENCES sys_job ON DELETE SET NULL,
  storage_key text,
  file_size bigint,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid NOT NULL,
  expire_time timestamptz NOT NULL DEFAULT now() + interval '7 days'
);
CREATE INDEX ON sys_export (create_user, create_time);
CREATE INDEX ON sys_export (expire_time);
