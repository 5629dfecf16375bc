-- Organisations, departments, roles and people. Column names are the wire's names in snake_case; a test holds them
-- against the declarations in contract/. Times are kept to the microsecond and travel to the second.

CREATE TABLE sys_district (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  parent_id uuid REFERENCES sys_district,
  district_name text NOT NULL,
  district_code text NOT NULL,
  district_short_name text,
  district_level text NOT NULL,
  district_pinyin text,
  district_sort integer,
  district_status text NOT NULL,
  CONSTRAINT sys_district_district_code_key UNIQUE (district_code)
);
CREATE INDEX ON sys_district (parent_id);

CREATE TABLE sys_org (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  parent_id uuid REFERENCES sys_org,
  org_name text NOT NULL,
  org_code text NOT NULL,
  org_type text,
  sys_district_id uuid REFERENCES sys_district,
  org_address text,
  org_leader text,
  org_phone text,
  org_sort integer,
  org_status text NOT NULL,
  org_remark text,
  CONSTRAINT sys_org_org_code_key UNIQUE (org_code)
);
CREATE INDEX ON sys_org (parent_id);
CREATE INDEX ON sys_org (sys_district_id);

CREATE TABLE sys_dept (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  parent_id uuid REFERENCES sys_dept,
  sys_org_id uuid REFERENCES sys_org,
  dept_name text NOT NULL,
  dept_code text,
  dept_leader text,
  dept_phone text,
  dept_sort integer,
  dept_status text NOT NULL,
  dept_remark text
);
CREATE INDEX ON sys_dept (parent_id);
CREATE INDEX ON sys_dept (sys_org_id);

CREATE TABLE sys_role (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  role_name text NOT NULL,
  role_code text NOT NULL,
  role_sort integer,
  role_status text NOT NULL,
  data_scope text NOT NULL,
  role_remark text,
  CONSTRAINT sys_role_role_code_key UNIQUE (role_code)
);

CREATE TABLE sys_user (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  user_account text NOT NULL,
  user_name text NOT NULL,
  user_password text NOT NULL,
  -- True while the password is a one-time one that must be changed first (wire.md, code 40301).
  password_once boolean NOT NULL DEFAULT false,
  password_time timestamptz NOT NULL DEFAULT now(),
  user_avatar uuid,
  user_gender text,
  user_phone text,
  user_email text,
  user_status text NOT NULL,
  sys_org_id uuid REFERENCES sys_org,
  sys_dept_id uuid REFERENCES sys_dept,
  user_remark text,
  last_login_time timestamptz
);
-- Accounts differ by more than case: Admin is no second admin.
CREATE UNIQUE INDEX sys_user_user_account_key ON sys_user (lower(user_account));
CREATE INDEX ON sys_user (sys_org_id);
CREATE INDEX ON sys_user (sys_dept_id);
CREATE INDEX ON sys_user (create_time, id);

CREATE TABLE sys_user_role (
  owner_id uuid NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  target_id uuid NOT NULL REFERENCES sys_role,
  PRIMARY KEY (owner_id, target_id)
);
CREATE INDEX ON sys_user_role (target_id);

CREATE TABLE sys_role_org (
  owner_id uuid NOT NULL REFERENCES sys_role ON DELETE CASCADE,
  target_id uuid NOT NULL REFERENCES sys_org,
  PRIMARY KEY (owner_id, target_id)
);
CREATE INDEX ON sys_role_org (target_id);
