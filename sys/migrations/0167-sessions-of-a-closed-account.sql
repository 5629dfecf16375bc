-- An account remembers when it was last closed, by another status or by coming back from the recycle bin, and a session what of that was known
-- when it was opened: one whose sign-in was under way at that moment, and which no one could end yet, does not live again with the account.
ALTER TABLE sys_user ADD closed_time timestamptz;
ALTER TABLE sys_session ADD closed_time timestamptz;
ALTER TABLE sys_sign_in_ticket ADD closed_time timestamptz;

CREATE FUNCTION note_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_time := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER note_closed BEFORE UPDATE OF user_status ON sys_user FOR EACH ROW
  WHEN (OLD.user_status = '正常' AND NEW.user_status <> '正常') EXECUTE FUNCTION note_closed();
-- What is inserted under a later version than the first was there before.
CREATE TRIGGER note_restored BEFORE INSERT ON sys_user FOR EACH ROW WHEN (NEW.version > 1) EXECUTE FUNCTION note_closed();
