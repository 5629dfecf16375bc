-- Mail: the rows are the queue. One is written in the transaction of what it tells of, and sent by whichever node comes first.
CREATE TABLE sys_mail (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  -- Whom it is for. No key refers to the person: a mail about somebody who is being saved waits for nobody.
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  mail_to text NOT NULL,
  mail_name text,
  mail_topic text NOT NULL,
  mail_subject text NOT NULL,
  mail_content text NOT NULL,
  mail_status text NOT NULL DEFAULT '待发送',
  mail_attempts integer NOT NULL DEFAULT 0,
  fail_reason text,
  send_time timestamptz,
  -- The same for every attempt, by which a mailbox knows one that comes twice.
  message_id text,
  -- Not before then, and not after.
  run_time timestamptz NOT NULL DEFAULT now(),
  expire_time timestamptz,
  -- Of the node that sends it at this moment.
  claim_token uuid,
  claim_until timestamptz,
  -- Sealed: what stands in the place of ${secret} in what is sent, and in nothing that is kept. Gone once the mail is over.
  secret bytea
);
CREATE INDEX ON sys_mail (create_time, id);
CREATE INDEX sys_mail_due ON sys_mail (run_time, id) WHERE mail_status = '待发送';
CREATE INDEX sys_mail_failed ON sys_mail (create_time) WHERE mail_status = '失败';

-- To which address of theirs a person let mail come: it counts while it is the address of their record.
CREATE TABLE sys_mail_address (
  sys_user_id uuid PRIMARY KEY REFERENCES sys_user (id) ON DELETE CASCADE,
  address text NOT NULL,
  confirm_time timestamptz,
  -- Sealed, and gone once it was typed.
  code bytea,
  code_time timestamptz,
  code_failures integer NOT NULL DEFAULT 0,
  -- Codes that were asked for since then.
  asked integer NOT NULL DEFAULT 0,
  asked_since timestamptz NOT NULL DEFAULT now()
);

-- Databases that have their dictionaries already; a new one gets it with the others.
WITH root AS (
  INSERT INTO sys_dict (id, dict_label, dict_value, dict_value_type, dict_sort, dict_status)
  SELECT gen_random_uuid(), '邮件状态', 'mail_status', 'String', 0, '正常'
  WHERE EXISTS (SELECT FROM sys_seed WHERE name = 'dictionaries')
    AND NOT EXISTS (SELECT FROM sys_dict WHERE parent_id IS NULL AND dict_value = 'mail_status')
  RETURNING id
)
INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status)
SELECT gen_random_uuid(), root.id, word, word, 'String', colour, place, '正常'
FROM root, (VALUES ('待发送', '#1890ff', 1), ('已发送', '#52c41a', 2), ('失败', '#f5222d', 3)) entry(word, colour, place);
