-- Who set somebody's password for them, and knows it; null if the person chose it (docs/decisions/0105-passwords-set-by-others.md).
ALTER TABLE sys_user ADD COLUMN password_giver uuid;

-- Whoever adds a person receives their one-time password; a person who is restored has it from whoever set it.
CREATE OR REPLACE FUNCTION mark_one_time_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_once := true;
  NEW.password_given := true;
  NEW.password_giver := coalesce(NEW.password_giver, NEW.create_user);
  RETURN NEW;
END $$;
