-- What people get by what another side says of them when they sign in (docs/decisions/0091-claim-rules.md).
CREATE TABLE sys_claim_rule (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  rule_name text NOT NULL,
  login_method text NOT NULL,
  claim_name text NOT NULL,
  claim_value text NOT NULL,
  sys_role_id uuid REFERENCES sys_role (id) ON DELETE CASCADE,
  sys_org_id uuid REFERENCES sys_org (id) ON DELETE CASCADE,
  rule_sort integer,
  rule_status text NOT NULL,
  label_pinyin text
);
CREATE INDEX ON sys_claim_rule (create_time, id);
CREATE INDEX ON sys_claim_rule (sys_role_id);
CREATE INDEX ON sys_claim_rule (sys_org_id);
SELECT follow_changes('sys_claim_rule', 'rule_name');
