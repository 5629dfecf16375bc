-- Programs may keep a copy of bots as of every other resource (docs/decisions/0080-changes-since.md).
SELECT follow_changes('sys_bot', 'bot_name', '', 'create_user');
