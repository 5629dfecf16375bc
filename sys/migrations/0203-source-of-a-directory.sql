-- The issuer of the last run that was let through: another source gives its numbers to other people and departments. None is known before a first run.
ALTER TABLE sys_directory ADD COLUMN issuer text;
