-- What nobody was to have any more is no failure: it has a word of its own, and is counted among none that were not delivered.
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, '未发送', '未发送', 'String', '#8c8c8c', 4, '正常'
FROM sys_dict root WHERE root.parent_id IS NULL AND root.dict_value = 'mail_status'
  AND NOT EXISTS (SELECT FROM sys_dict entry WHERE entry.parent_id = root.id AND entry.dict_value = '未发送');

UPDATE sys_mail SET mail_status = '未发送', version = version + 1
WHERE mail_status = '失败' AND create_time > now() - interval '8 days' AND fail_reason IN (
  '收件人的账号已停用或删除，不再发送', '通知已修改，改发新的内容', '通知已撤回、失效或不再发给收件人，不再发送');
UPDATE sys_bot_post SET post_status = '未发送', version = version + 1
WHERE post_status = '失败' AND create_time > now() - interval '8 days'
  AND fail_reason IN ('机器人已停用', '通知已修改，改发新的内容', '通知已撤回、失效或不再发给全员，不再发送');
