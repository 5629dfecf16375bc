-- What the owner of an export reached when it was made (server/src/session/data-scope.ts, reachMark): who reaches less by
-- now has lost what they exported.
ALTER TABLE sys_export ADD COLUMN reach text;
