-- A password made by the server is for one sign-in: its user is marked as he is written, not by a second statement, which
-- would write fifty thousand imported users, and every index of them, twice.
CREATE FUNCTION mark_one_time_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_once := true;
  NEW.password_given := true;
  RETURN NEW;
END $$;

CREATE TRIGGER mark_one_time_password BEFORE INSERT ON sys_user
  FOR EACH ROW WHEN (NEW.user_password LIKE '$sha256$%') EXECUTE FUNCTION mark_one_time_password();
