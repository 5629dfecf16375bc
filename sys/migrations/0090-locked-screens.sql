-- A session whose screen is locked: until its person has shown their password or a code, it may unlock and sign out, and no more.
ALTER TABLE sys_session ADD COLUMN lock_time timestamptz;
