-- The scheduled backups, for every node: which of them lack files that the database names, and when each was verified.
CREATE TABLE sys_backup (
  backup_name text PRIMARY KEY,
  backup_file text NOT NULL,
  made_time timestamptz NOT NULL,
  verify_time timestamptz,
  is_incomplete boolean NOT NULL
);
CREATE INDEX ON sys_backup (made_time);
