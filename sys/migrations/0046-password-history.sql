-- The hashes of a person's former passwords, so that the last five do not come back. A trigger keeps them, so that no way of
-- setting a password can forget to. One-time passwords are random: nobody thinks of one again.
CREATE TABLE sys_password_history (
  sys_user_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  -- Counts a person's passwords; the user's row is locked while it is taken.
  number integer NOT NULL,
  password_hash text NOT NULL,
  PRIMARY KEY (sys_user_id, number)
);

CREATE FUNCTION keep_password() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last integer := coalesce((SELECT max(number) FROM sys_password_history WHERE sys_user_id = OLD.id), 0);
BEGIN
  INSERT INTO sys_password_history (sys_user_id, number, password_hash) VALUES (OLD.id, last + 1, OLD.user_password);
  DELETE FROM sys_password_history WHERE sys_user_id = OLD.id AND number <= last - 4;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_password AFTER UPDATE OF user_password ON sys_user FOR EACH ROW
  WHEN (OLD.user_password IS DISTINCT FROM NEW.user_password AND OLD.user_password NOT LIKE '$sha256$%') EXECUTE FUNCTION keep_password();
