-- What a provider said of sessions of its own that it ended is kept for the hour that its token is known: a sign-in that was under way then, and
-- of which there was nothing yet to end, opens no session by it.
ALTER TABLE sys_spent_token ADD said jsonb;
CREATE INDEX sys_spent_token_said ON sys_spent_token (create_time) WHERE said IS NOT NULL;
