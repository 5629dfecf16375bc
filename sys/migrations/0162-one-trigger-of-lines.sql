-- A line of the operation log has one trigger where it had two, of which the second had its condition put together from its text at every line.
-- Takes moments: the log and its months are locked for as long as it takes to drop a trigger.

LOCK TABLE sys_log_opt IN ACCESS EXCLUSIVE MODE;

-- What note_line (0084) and queue_webhooks (0104) did, as they did it.
CREATE OR REPLACE FUNCTION note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event text;
BEGIN
  INSERT INTO sys_log_tail VALUES ((SELECT sys_org_id FROM sys_user WHERE id = NEW.create_user), NEW.opt_time, NEW.opt_module);
  IF NEW.target_id IS NOT NULL AND NEW.opt_status = '成功' AND NEW.opt_type <> ALL ('{导出,下载导出,下载,批量导入,撤销导入}'::text[]) THEN
    event := NEW.target_resource || CASE
      WHEN NEW.opt_type = ANY ('{新增,恢复,上传}'::text[]) THEN ':added'
      WHEN NEW.opt_type = '删除' THEN ':deleted'
      ELSE ':changed' END;
    INSERT INTO sys_webhook_delivery (id, create_user, update_user, sys_webhook_id, event_name, target_id)
    SELECT gen_random_uuid(), w.sys_user_id, w.sys_user_id, w.id, event, NEW.target_id
    FROM sys_webhook w WHERE w.webhook_status = '正常' AND event = ANY(w.events);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER queue_webhooks ON sys_log_opt;
DROP FUNCTION queue_webhooks();
