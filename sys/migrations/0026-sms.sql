-- Text messages that are really sent: the rows themselves are the queue, and a claim says which node has one in hand.
-- A claim outlives its node, so that what a dead node may have sent is asked about and never just sent again.

ALTER TABLE sys_sms
  -- Not before then: later after each try that failed.
  ADD COLUMN run_time timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN claim_token uuid,
  -- When the try began of which the outcome is not known yet.
  ADD COLUMN claim_time timestamptz,
  -- From then on whoever comes may ask the provider what became of it.
  ADD COLUMN claim_until timestamptz;
-- Earlier versions stored messages and sent none; they must not all go out now.
UPDATE sys_sms SET sms_status = '发送失败', fail_reason = '系统升级前没有发送' WHERE sms_status IS NULL OR sms_status = '待发送';
ALTER TABLE sys_sms ALTER COLUMN sms_status SET DEFAULT '待发送', ALTER COLUMN sms_status SET NOT NULL;
CREATE INDEX sys_sms_due ON sys_sms (run_time, id) WHERE sms_status = '待发送' AND claim_token IS NULL;
CREATE INDEX sys_sms_claimed ON sys_sms (claim_until) WHERE claim_token IS NOT NULL;

CREATE TABLE sys_sms_template (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  template_name text NOT NULL,
  template_code text NOT NULL,
  template_content text NOT NULL,
  provider_template text,
  template_status text NOT NULL,
  template_remark text,
  label_pinyin text,
  CONSTRAINT sys_sms_template_template_code_key UNIQUE (template_code)
);
CREATE INDEX ON sys_sms_template (create_time, id);

-- How many messages a number got and a person sent on a day: `n:` and the number, `u:` and the person's id. Deleting
-- messages gives nothing back.
CREATE TABLE sys_sms_day (
  day date NOT NULL,
  key text NOT NULL,
  sent integer NOT NULL,
  PRIMARY KEY (day, key)
);

-- Databases of earlier versions: the fourth outcome, and the right to send.
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, '结果未知', '结果未知', 'String', '#fa8c16', 4, '正常'
FROM sys_dict root
WHERE root.parent_id IS NULL AND root.dict_value = 'sms_status'
  AND NOT EXISTS (SELECT FROM sys_dict entry WHERE entry.parent_id = root.id AND entry.dict_value = '结果未知');
UPDATE sys_function SET function_permission = concat_ws(',', nullif(function_permission, ''), 'send')
WHERE function_component = 'sys/sms/list' AND 'send' <> ALL(string_to_array(coalesce(function_permission, ''), ','));
