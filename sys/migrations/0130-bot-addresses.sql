-- A bot without an address posts to nobody: there is none.
ALTER TABLE sys_bot ALTER COLUMN bot_url SET NOT NULL;
