CREATE TABLE acme_party (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  party_name text NOT NULL,
  party_kind text NOT NULL,
  party_code text,
  party_contact text,
  party_phone text,
  party_status text NOT NULL,
  label_pinyin text,
  CONSTRAINT acme_party_party_name_key UNIQUE (party_name)
);

CREATE TABLE acme_agreement (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  agreement_no text UNIQUE,
  agreement_name text NOT NULL,
  agreement_type text,
  acme_party_id uuid NOT NULL REFERENCES acme_party,
  sys_org_id uuid NOT NULL REFERENCES sys_org,
  sys_user_id uuid NOT NULL REFERENCES sys_user,
  agreement_amount numeric(14, 2),
  begin_date date NOT NULL,
  end_date date NOT NULL,
  agreement_state text NOT NULL DEFAULT '草稿',
  agreement_remark text,
  -- When the person in charge was told that it ends.
  warn_time timestamptz,
  label_pinyin text,
  UNIQUE (id, sys_org_id, sys_user_id)
);
CREATE INDEX ON acme_agreement (create_time, id);
CREATE INDEX ON acme_agreement (acme_party_id);
CREATE INDEX ON acme_agreement (sys_org_id);
CREATE INDEX ON acme_agreement (sys_user_id);

-- Numbers without gaps: the row of the year stays locked until the transaction ends, so that whoever comes next waits,
-- and a number that was not kept is given again. A sequence would skip it.
CREATE TABLE acme_counter (
  year integer PRIMARY KEY,
  last integer NOT NULL
);

CREATE FUNCTION acme_number_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_year integer := extract(year FROM now());
  next text;
BEGIN
  INSERT INTO acme_counter AS counter VALUES (this_year, 1)
    ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING last::text INTO next;
  NEW.agreement_no := 'HT-' || this_year || '-' || lpad(next, greatest(4, length(next)), '0');
  RETURN NEW;
END $$;

-- A draft has none, since it may be deleted.
CREATE TRIGGER acme_number BEFORE UPDATE ON acme_agreement FOR EACH ROW
  WHEN (NEW.agreement_no IS NULL AND NEW.agreement_state <> '草稿') EXECUTE FUNCTION acme_number_agreement();

CREATE TABLE acme_agreement_line (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  acme_agreement_id uuid NOT NULL,
  line_name text NOT NULL,
  line_quantity numeric(12, 2),
  line_price numeric(14, 2),
  line_remark text,
  -- As in the agreement, and changed with it: whoever sees the one sees the other.
  sys_org_id uuid NOT NULL,
  sys_user_id uuid NOT NULL,
  label_pinyin text,
  FOREIGN KEY (acme_agreement_id, sys_org_id, sys_user_id)
    REFERENCES acme_agreement (id, sys_org_id, sys_user_id) ON UPDATE CASCADE
);
CREATE INDEX ON acme_agreement_line (acme_agreement_id, sys_org_id, sys_user_id);

CREATE FUNCTION acme_place_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT sys_org_id, sys_user_id INTO NEW.sys_org_id, NEW.sys_user_id FROM acme_agreement WHERE id = NEW.acme_agreement_id;
  RETURN NEW;
END $$;
CREATE TRIGGER acme_place BEFORE INSERT OR UPDATE OF acme_agreement_id ON acme_agreement_line
  FOR EACH ROW EXECUTE FUNCTION acme_place_line();
