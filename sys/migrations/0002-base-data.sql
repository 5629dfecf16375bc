-- Functions (menu entries), what roles are granted on them, dictionaries, notices and text messages.

CREATE TABLE sys_function (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  parent_id uuid REFERENCES sys_function,
  function_name text NOT NULL,
  root_path text NOT NULL,
  function_icon text,
  function_permission text,
  is_hidden text NOT NULL DEFAULT '否' CHECK (is_hidden IN ('是', '否')),
  is_external text NOT NULL DEFAULT '否' CHECK (is_external IN ('是', '否')),
  function_component text NOT NULL,
  redirect_path text,
  function_sort integer,
  function_status text NOT NULL
);
CREATE INDEX ON sys_function (parent_id);

CREATE TABLE sys_role_function (
  sys_role_id uuid NOT NULL REFERENCES sys_role ON DELETE CASCADE,
  sys_function_id uuid NOT NULL REFERENCES sys_function ON DELETE CASCADE,
  -- Comma-separated permissions that the role holds on the function; empty shows the menu entry and no more.
  function_permission text NOT NULL DEFAULT '',
  PRIMARY KEY (sys_role_id, sys_function_id)
);
CREATE INDEX ON sys_role_function (sys_function_id);

CREATE TABLE sys_dict (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  parent_id uuid REFERENCES sys_dict,
  dict_label text NOT NULL,
  dict_value text NOT NULL,
  dict_value_type text NOT NULL,
  dict_color text,
  dict_sort integer,
  dict_status text NOT NULL,
  dict_remark text,
  CONSTRAINT sys_dict_parent_id_dict_value_key UNIQUE NULLS NOT DISTINCT (parent_id, dict_value)
);

CREATE TABLE sys_msg (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  msg_title text NOT NULL,
  msg_content text NOT NULL,
  msg_type text,
  msg_level text,
  msg_scope text NOT NULL,
  target_ids uuid[] NOT NULL DEFAULT '{}',
  msg_status text NOT NULL,
  publish_time timestamptz,
  expire_time timestamptz,
  publish_user uuid REFERENCES sys_user
);
CREATE INDEX ON sys_msg (create_time, id);
CREATE INDEX ON sys_msg (publish_user);

CREATE TABLE sys_msg_read (
  sys_msg_id uuid NOT NULL REFERENCES sys_msg ON DELETE CASCADE,
  sys_user_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  read_time timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sys_msg_id, sys_user_id)
);
CREATE INDEX ON sys_msg_read (sys_user_id);

CREATE TABLE sys_sms (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  sms_phone text NOT NULL,
  sms_template text,
  sms_content text NOT NULL,
  sms_status text,
  sms_provider text,
  provider_id text,
  fail_reason text,
  send_time timestamptz
);
CREATE INDEX ON sys_sms (create_time, id);
