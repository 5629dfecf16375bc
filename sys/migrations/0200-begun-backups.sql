-- A scheduled backup that has begun and is not made yet: what an interrupted one left is known by its name, as others may keep theirs at the same place.
ALTER TABLE sys_backup ADD COLUMN is_made boolean NOT NULL DEFAULT true;
