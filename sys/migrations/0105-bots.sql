-- Bots of groups in 企业微信, 钉钉 and 飞书, and what is to be posted there.
CREATE TABLE sys_bot (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  bot_name text NOT NULL,
  bot_kind text NOT NULL,
  -- Sealed, both: whoever has the address may post to the group.
  bot_url text,
  bot_secret text,
  tell_notices text NOT NULL DEFAULT '否',
  tell_jobs text NOT NULL DEFAULT '否',
  bot_status text NOT NULL,
  label_pinyin text
);
CREATE INDEX ON sys_bot (create_time, id);

CREATE TABLE sys_bot_post (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  sys_bot_id uuid NOT NULL REFERENCES sys_bot (id) ON DELETE CASCADE,
  post_topic text NOT NULL,
  post_text text NOT NULL,
  post_status text NOT NULL DEFAULT '待发送',
  post_attempts integer NOT NULL DEFAULT 0,
  fail_reason text,
  send_time timestamptz,
  source_id uuid,
  run_time timestamptz NOT NULL DEFAULT now(),
  claim_token uuid,
  claim_until timestamptz
);
CREATE INDEX ON sys_bot_post (create_time, id);
CREATE INDEX ON sys_bot_post (sys_bot_id, create_time);
CREATE INDEX sys_bot_post_due ON sys_bot_post (run_time, id) WHERE post_status = '待发送';

-- Databases that have their dictionaries already; a new one gets it with the others.
WITH root AS (
  INSERT INTO sys_dict (id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
  SELECT gen_random_uuid(), '机器人类型', 'bot_kind', 'String', 0, '正常'
  WHERE EXISTS (SELECT FROM sys_seed WHERE name = 'dictionaries')
    AND NOT EXISTS (SELECT FROM sys_dict WHERE parent_id IS NULL AND dict_value = 'bot_kind')
  RETURNING id
)
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, word, word, 'String', place, '正常'
FROM root, (VALUES ('企业微信', 1), ('钉钉', 2), ('飞书', 3)) entry(word, place);
