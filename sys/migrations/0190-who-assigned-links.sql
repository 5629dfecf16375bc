-- Who linked an external account with somebody here without its owner's proof; null if its owner proved it (docs/decisions/0104-assigned-links.md).
ALTER TABLE sys_linked_account ADD COLUMN assigned_by uuid;
ALTER TABLE sys_directory_entry ADD COLUMN assigned_by uuid;
