-- Work that outlives a request. A node takes a job for a minute and says again and again that it still has it; a node
-- that dies says nothing, and another takes the job when the minute is over. `lease_token` is made anew with each taking:
-- whoever lost a job in between writes nothing any more.

CREATE TABLE sys_job (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  -- waiting, running, done, failed, cancelled
  state text NOT NULL DEFAULT 'waiting',
  -- Of the jobs of a kind that are not over, one may have this key.
  key text,
  attempts integer NOT NULL DEFAULT 0,
  run_time timestamptz NOT NULL DEFAULT now(),
  lease_token uuid,
  lease_until timestamptz,
  cancel_asked boolean NOT NULL DEFAULT false,
  progress_done bigint NOT NULL DEFAULT 0,
  progress_total bigint,
  result jsonb,
  fail_reason text,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  end_time timestamptz
);
CREATE INDEX ON sys_job (kind, run_time, id) WHERE state IN ('waiting', 'running');
CREATE UNIQUE INDEX sys_job_key_key ON sys_job (kind, key) WHERE state IN ('waiting', 'running');
CREATE INDEX ON sys_job (end_time) WHERE end_time IS NOT NULL;
