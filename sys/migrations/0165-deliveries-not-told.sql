-- A delivery is shown to the maker of its webhook once it was found, at its first attempt, that they may know of the record: the list told
-- them how many others there are, which and when. Until then, and where they may not, whoever sees all deliveries has it alone.

-- What note_line (0162) did, but for whose a delivery is.
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
    SELECT gen_random_uuid(), NULL, w.sys_user_id, w.id, event, NEW.target_id
    FROM sys_webhook w WHERE w.webhook_status = '正常' AND event = ANY(w.events);
  END IF;
  RETURN NULL;
END $$;

UPDATE sys_webhook_delivery SET create_user = NULL
WHERE (delivery_status = '待推送' AND attempts = 0) OR (delivery_status = '未推送' AND fail_reason LIKE '建立者无权查看%');
