-- Sheets on their way in. Rows wait here until they are saved, all in one transaction; what an import saved is kept by
-- id, so that it can be taken back. `json`, not `jsonb`: what somebody typed may hold what jsonb cannot.

CREATE SEQUENCE sys_import_batch_no;

CREATE TABLE sys_import (
  id uuid PRIMARY KEY,
  resource text NOT NULL,
  file_name text NOT NULL,
  -- 待导入, 已导入, 已撤销
  state text NOT NULL DEFAULT '待导入',
  batch_no bigint,
  saved integer,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid NOT NULL,
  save_time timestamptz
);
CREATE INDEX ON sys_import (create_user, resource, create_time);
CREATE INDEX ON sys_import (create_time);

CREATE TABLE sys_import_row (
  import_id uuid NOT NULL REFERENCES sys_import ON DELETE CASCADE,
  row_no integer NOT NULL,
  -- Made when the row is staged, so that another row of the file can have it as its parent.
  record_id uuid NOT NULL,
  row_values json,
  -- What must stand once in the file, by the resource's unique keys; and what other rows may call this one.
  unique_keys text[] NOT NULL,
  names text[] NOT NULL,
  PRIMARY KEY (import_id, row_no)
);
