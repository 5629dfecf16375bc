-- As in 0198, except that lines of these resources which only say that somebody tested, began or reminded tell webhooks of no change: a company's own
-- words of the same kind may go with one.
CREATE OR REPLACE FUNCTION note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text;
  w record;
BEGIN
  INSERT INTO sys_log_tail VALUES ((SELECT sys_org_id FROM sys_user WHERE id = NEW.create_user), NEW.opt_time, NEW.opt_module);
  IF NEW.target_id IS NOT NULL AND NEW.opt_status = '成功'
    AND (NEW.target_stood IS NOT NULL OR NEW.opt_type <> ALL ('{导出,下载导出,下载,批量导入,撤销导入,预览角色,退出预览,申请重置密码,外部预览}'::text[])
      AND NEW.target_resource || ' ' || NEW.opt_type <> ALL (
        '{sys/bot 发送测试消息,sys/directory 开始同步,sys/msg 提醒,sys/setting 测试,sys/user 更换恢复码,sys/user 验证邮箱}'::text[])) THEN
    event := NEW.target_resource || CASE
      WHEN NEW.opt_type = ANY ('{新增,恢复,上传,导入,注册}'::text[]) THEN ':added'
      WHEN NEW.target_stood IS NOT NULL OR NEW.opt_type = '删除' THEN ':deleted'
      ELSE ':changed' END;
    FOR w IN SELECT id, sys_user_id, failures > 0 AS failing FROM sys_webhook WHERE webhook_status = '正常' AND event = ANY(events) LOOP
      CONTINUE WHEN w.failing AND event LIKE '%:changed' AND EXISTS (
        SELECT FROM sys_webhook_delivery d WHERE d.sys_webhook_id = w.id AND d.target_id = NEW.target_id::text AND d.event_name = event
          AND d.delivery_status = '待推送' AND d.attempts = 0 AND d.place > clock_timestamp() - interval '1 hour'
        ORDER BY d.place DESC LIMIT 1 FOR SHARE SKIP LOCKED);
      INSERT INTO sys_webhook_delivery (id, create_user, update_user, sys_webhook_id, event_name, target_id, stood)
      VALUES (gen_random_uuid(), NULL, w.sys_user_id, w.id, event, NEW.target_id, NEW.target_stood);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
