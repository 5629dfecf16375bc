-- Keys that are sealed under APP_SECRET, where there is one (two-step/seal-keys.ts).
ALTER TABLE sys_secret ADD COLUMN sealed boolean NOT NULL DEFAULT false;
ALTER TABLE sys_session ADD COLUMN secret_sealed boolean NOT NULL DEFAULT false;
