-- Which version of the product migrated the database, so that an older one can say which one to start.
CREATE TABLE sys_version (
  version text PRIMARY KEY,
  migrate_time timestamptz NOT NULL DEFAULT now()
);
