-- Directories that people, departments and groups are synchronised from, and which record here is which entry there.
CREATE TABLE sys_directory (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  directory_name text NOT NULL,
  login_method text NOT NULL,
  sys_org_id uuid NOT NULL REFERENCES sys_org (id),
  group_roles text,
  directory_status text NOT NULL,
  last_time timestamptz,
  last_status text,
  last_message text,
  -- How many people the directory had at the last run that went through.
  last_people integer,
  -- While a node synchronises: nobody else does.
  running_until timestamptz,
  label_pinyin text,
  CONSTRAINT sys_directory_login_method_key UNIQUE (login_method)
);
CREATE INDEX ON sys_directory (create_time, id);
CREATE INDEX ON sys_directory (sys_org_id);

CREATE TABLE sys_directory_entry (
  sys_directory_id uuid NOT NULL REFERENCES sys_directory (id) ON DELETE CASCADE,
  entry_kind text NOT NULL,
  entry_key text NOT NULL,
  record_id uuid NOT NULL,
  -- Disabled by a synchronisation, which may enable them again: whom an administrator disabled stays so.
  is_disabled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (sys_directory_id, entry_kind, entry_key)
);
CREATE INDEX ON sys_directory_entry (record_id);
