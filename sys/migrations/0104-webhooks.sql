-- Addresses to which changes of records are told (docs/wire.md "Programs"), and what is to be told.
CREATE TABLE sys_webhook (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  webhook_name text NOT NULL,
  webhook_url text NOT NULL,
  events text[] NOT NULL DEFAULT '{}',
  webhook_status text NOT NULL,
  -- With whose rights: only what this person may read is told.
  sys_user_id uuid REFERENCES sys_user (id) ON DELETE CASCADE,
  off_reason text,
  -- Sealed; it signs what is sent.
  secret bytea,
  -- Attempts that failed since the last that did not, and until when nothing more is tried.
  failures integer NOT NULL DEFAULT 0,
  rest_until timestamptz NOT NULL DEFAULT now(),
  label_pinyin text
);
CREATE INDEX ON sys_webhook (create_time, id);
CREATE INDEX ON sys_webhook (sys_user_id);

CREATE TABLE sys_webhook_delivery (
  -- The `webhook-id` of all its attempts.
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  -- In the order of the changes, of which each waits for the one before it on the same record: the earlier is sent first.
  place timestamptz NOT NULL DEFAULT clock_timestamp(),
  sys_webhook_id uuid NOT NULL REFERENCES sys_webhook (id) ON DELETE CASCADE,
  event_name text NOT NULL,
  target_id text NOT NULL,
  delivery_status text NOT NULL DEFAULT '待推送',
  attempts integer NOT NULL DEFAULT 0,
  next_time timestamptz DEFAULT now(),
  last_time timestamptz,
  -- Of the node that sends it at this moment.
  claim_token uuid,
  claim_until timestamptz,
  answer_status integer,
  duration integer,
  fail_reason text,
  request_body text,
  answer_body text
);
CREATE INDEX ON sys_webhook_delivery (create_time, id);
CREATE INDEX sys_webhook_delivery_due ON sys_webhook_delivery (sys_webhook_id, next_time, place) WHERE delivery_status = '待推送';
CREATE INDEX sys_webhook_delivery_order ON sys_webhook_delivery (sys_webhook_id, target_id, place) WHERE delivery_status = '待推送';

-- A line of the operation log says what was changed, in the transaction of the change: from it follows what is to be told.
-- Of what is logged of no record, or changes none, nothing is.
CREATE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE event text := NEW.target_resource || CASE
  WHEN NEW.opt_type IN ('新增', '恢复', '上传') THEN ':added'
  WHEN NEW.opt_type = '删除' THEN ':deleted'
  ELSE ':changed' END;
BEGIN
  INSERT INTO sys_webhook_delivery (id, create_user, update_user, sys_webhook_id, event_name, target_id)
  SELECT gen_random_uuid(), w.sys_user_id, w.sys_user_id, w.id, event, NEW.target_id
  FROM sys_webhook w WHERE w.webhook_status = '正常' AND event = ANY(w.events);
  RETURN NULL;
END $$;
CREATE TRIGGER queue_webhooks AFTER INSERT ON sys_log_opt FOR EACH ROW
  WHEN (NEW.target_id IS NOT NULL AND NEW.opt_status = '成功' AND NEW.opt_type NOT IN ('导出', '下载导出', '下载', '批量导入', '撤销导入'))
  EXECUTE FUNCTION queue_webhooks();

-- Databases that have their dictionaries already; a new one gets it with the others.
WITH root AS (
  INSERT INTO sys_dict (id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
  SELECT gen_random_uuid(), '推送状态', 'delivery_status', 'String', 0, '正常'
  WHERE EXISTS (SELECT FROM sys_seed WHERE name = 'dictionaries')
    AND NOT EXISTS (SELECT FROM sys_dict WHERE parent_id IS NULL AND dict_value = 'delivery_status')
  RETURNING id
)
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, word, word, 'String', colour, place, '正常'
FROM root, (VALUES ('待推送', '#1890ff', 1), ('已送达', '#52c41a', 2), ('未送达', '#f5222d', 3), ('未推送', '#8c8c8c', 4)) entry(word, colour, place);
