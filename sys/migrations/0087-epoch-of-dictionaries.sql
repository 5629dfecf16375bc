-- The epoch of the dictionaries is one row: who changed an entry held it to the end of the transaction, and all others who
-- changed one waited. It is raised at COMMIT now, once a transaction, so that it is held for a moment only.
CREATE FUNCTION raise_epoch_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('back_office.raised_' || TG_ARGV[0], true), '') = '' THEN
    UPDATE sys_epoch SET value = value + 1 WHERE name = TG_ARGV[0];
    PERFORM set_config('back_office.raised_' || TG_ARGV[0], '1', true);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER raise_dict ON sys_dict;
CREATE CONSTRAINT TRIGGER raise_dict AFTER INSERT OR UPDATE OR DELETE ON sys_dict DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION raise_epoch_at_commit('dict');
