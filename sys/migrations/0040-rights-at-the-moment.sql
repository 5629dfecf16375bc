-- A change asks at its end whether anybody else changed rights beside it (server/src/http/with-rights.ts): each
-- transaction counts how often it raised an epoch itself.
CREATE OR REPLACE FUNCTION raise_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sys_epoch SET value = value + 1 WHERE name = TG_ARGV[0];
  PERFORM set_config('back_office.raised_' || TG_ARGV[0],
    (coalesce(nullif(current_setting('back_office.raised_' || TG_ARGV[0], true), ''), '0')::bigint + 1)::text, true);
  RETURN NULL;
END $$;
