-- Pictures of people in modules' fields become part of the person, as those chosen since do (engine/server/files/attach-earlier-pictures.ts): only the
-- server knows the names of such fields.
INSERT INTO sys_job (id, kind, payload)
SELECT gen_random_uuid(), 'attach-earlier-pictures', 'null' WHERE EXISTS (SELECT FROM sys_file);
