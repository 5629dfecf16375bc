-- A webhook is told of a deletion if its maker's data scope reached the record: of a record that is removed for good nothing is left to
-- look at, so its line of the operation log, and from it the delivery, says where it stood. Takes moments: the log and its months are
-- locked while two columns are added.

ALTER TABLE sys_log_opt ADD target_stood jsonb;
ALTER TABLE sys_webhook_delivery ADD stood jsonb;

-- What note_line (0165) did, but for where a record stood; for records of an import that is undone, of which nothing was told; and for
-- imported and registered ones, which are added. Whatever says where it stood is gone: an ended session too. A preview of a role, and the request
-- to reset a password, change nothing.
--
-- And while attempts to a receiver fail, a change is told together with an earlier one of the record that was not attempted and is at most an
-- hour old: the queue does not grow with each save. The lock keeps that one from being sent before this transaction ends; one that is locked is being
-- sent, perhaps too early to tell of this change.
CREATE OR REPLACE FUNCTION note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event text;
BEGIN
  INSERT INTO sys_log_tail VALUES ((SELECT sys_org_id FROM sys_user WHERE id = NEW.create_user), NEW.opt_time, NEW.opt_module);
  IF NEW.target_id IS NOT NULL AND NEW.opt_status = '成功'
    AND (NEW.target_stood IS NOT NULL OR NEW.opt_type <> ALL ('{导出,下载导出,下载,批量导入,撤销导入,预览角色,退出预览,申请重置密码}'::text[])) THEN
    event := NEW.target_resource || CASE
      WHEN NEW.opt_type = ANY ('{新增,恢复,上传,导入,注册}'::text[]) THEN ':added'
      WHEN NEW.target_stood IS NOT NULL OR NEW.opt_type = '删除' THEN ':deleted'
      ELSE ':changed' END;
    INSERT INTO sys_webhook_delivery (id, create_user, update_user, sys_webhook_id, event_name, target_id, stood)
    SELECT gen_random_uuid(), NULL, w.sys_user_id, w.id, event, NEW.target_id, NEW.target_stood
    FROM sys_webhook w WHERE w.webhook_status = '正常' AND event = ANY(w.events) AND NOT (w.failures > 0 AND event LIKE '%:changed' AND EXISTS (
      SELECT FROM sys_webhook_delivery d WHERE d.sys_webhook_id = w.id AND d.target_id = NEW.target_id::text AND d.event_name = event
        AND d.delivery_status = '待推送' AND d.attempts = 0 AND d.place > clock_timestamp() - interval '1 hour'
      ORDER BY d.place DESC LIMIT 1 FOR SHARE SKIP LOCKED));
  END IF;
  RETURN NULL;
END $$;
