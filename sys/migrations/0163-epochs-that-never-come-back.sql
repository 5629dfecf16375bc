-- An epoch is raised by a random step. Where a standby takes over without the last changes, or an older copy is put in the place of the
-- database, a node may have cached what stood under an epoch that is gone; raised by one, the epoch came back to that value, and the
-- node believed its cache. How much a transaction raised it itself is kept as before (0040).
CREATE OR REPLACE FUNCTION raise_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step bigint := 1 + floor(random() * 1000000);
BEGIN
  UPDATE sys_epoch SET value = value + step WHERE name = TG_ARGV[0];
  PERFORM set_config('back_office.raised_' || TG_ARGV[0],
    (coalesce(nullif(current_setting('back_office.raised_' || TG_ARGV[0], true), ''), '0')::bigint + step)::text, true);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION raise_epoch_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('back_office.raised_' || TG_ARGV[0], true), '') = '' THEN
    UPDATE sys_epoch SET value = value + 1 + floor(random() * 1000000)::bigint WHERE name = TG_ARGV[0];
    PERFORM set_config('back_office.raised_' || TG_ARGV[0], '1', true);
  END IF;
  RETURN NULL;
END $$;
