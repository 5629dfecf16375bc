-- Whoever handed an API key to another owner, and so may know it (docs/decisions/0072-api-keys.md).
ALTER TABLE sys_token ADD COLUMN assigned_by uuid[] NOT NULL DEFAULT '{}';
