-- A later version may declare a setting otherwise, so that what is stored does not fit any more. It is kept, since the version before
-- may come back, and counts as not stored; the page says so.
ALTER TABLE sys_setting ADD stored_fits boolean NOT NULL DEFAULT true;

CREATE OR REPLACE VIEW sys_setting_now AS
  SELECT id, version, create_time, create_user, update_time, update_user, setting_name, setting_title, setting_group, setting_about,
    setting_order, default_text, coalesce(fixed_text, CASE WHEN stored_fits THEN stored_text END, default_text) AS current_text,
    coalesce(fixed_value, CASE WHEN stored_fits THEN stored_value END, default_value) AS current_value,
    CASE WHEN fixed_value IS NOT NULL THEN '环境变量' WHEN stored_value IS NULL THEN '默认值' WHEN stored_fits THEN '已修改'
      ELSE '存储的值不适用' END AS setting_source
  FROM sys_setting
  WHERE seen_time > now() - interval '1 day';
