CREATE TABLE acme_vehicle (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  vehicle_plate text NOT NULL,
  vehicle_mileage integer,
  sys_org_id uuid REFERENCES sys_org,
  vehicle_status text NOT NULL,
  label_pinyin text,
  CONSTRAINT acme_vehicle_vehicle_plate_key UNIQUE (vehicle_plate)
);
