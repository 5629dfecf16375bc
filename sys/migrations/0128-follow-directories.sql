-- Programs may keep a copy of directories as of every other resource (docs/decisions/0080-changes-since.md).
SELECT follow_changes('sys_directory', 'directory_name', 'sys_org_id');
