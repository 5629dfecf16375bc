-- What was deleted, kept for 30 days as it was stored: the row itself and what went with it (pairs, grants, marks).

CREATE TABLE sys_recycle (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  recycle_name text NOT NULL,
  recycle_module text NOT NULL,
  -- What a reader is shown of it; secrets and other fields that no log shows are not in it.
  recycle_fields jsonb NOT NULL DEFAULT '[]',
  delete_time timestamptz NOT NULL DEFAULT now(),
  delete_user uuid,
  expire_time timestamptz NOT NULL,
  -- Its declaration's name and its id.
  target_resource text NOT NULL,
  target_id uuid NOT NULL,
  -- Whose data scope it lies in.
  scope_org uuid,
  scope_person uuid,
  -- { "row": the row, "beside": { table: [rows that went with it] } }; never read out.
  content jsonb NOT NULL
);
CREATE INDEX ON sys_recycle (delete_time, id);
CREATE INDEX ON sys_recycle (expire_time);
CREATE INDEX ON sys_recycle (target_id);

-- From here on each section of the menu is put in by itself, so that a later version can add one. A database that is
-- older has had these.
INSERT INTO sys_seed (name)
SELECT 'function sys/' || section
FROM unnest(ARRAY['district', 'org', 'dict', 'sms', 'msg', 'user', 'dept', 'role', 'function', 'session', 'log-login', 'log-opt']) section
WHERE EXISTS (SELECT FROM sys_seed WHERE name = 'functions');
