-- Settings that hold without a restart: each with what the program says of it, and what somebody chose in its place.

CREATE TABLE sys_setting (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  -- The variable of the environment that stands above it.
  setting_name text NOT NULL UNIQUE,
  setting_title text NOT NULL,
  setting_group text NOT NULL,
  setting_about text NOT NULL,
  setting_order integer NOT NULL,
  -- As the variable would be written, and as people read it.
  default_value text NOT NULL,
  default_text text NOT NULL,
  fixed_value text,
  fixed_text text,
  stored_value text,
  stored_text text,
  -- When a node that knows it last said so.
  seen_time timestamptz NOT NULL DEFAULT now()
);

CREATE VIEW sys_setting_now AS
  SELECT id, version, create_time, create_user, update_time, update_user, setting_name, setting_title, setting_group, setting_about,
    setting_order, default_text, coalesce(fixed_text, stored_text, default_text) AS current_text,
    coalesce(fixed_value, stored_value, default_value) AS current_value,
    CASE WHEN fixed_value IS NOT NULL THEN '环境变量' WHEN stored_value IS NOT NULL THEN '已修改' ELSE '默认值' END AS setting_source
  FROM sys_setting
  WHERE seen_time > now() - interval '1 day';
