-- An import being corrected is kept as long as it is used, not only for a day after it was begun. Takes moments.
ALTER TABLE sys_import ADD use_time timestamptz NOT NULL DEFAULT now();
