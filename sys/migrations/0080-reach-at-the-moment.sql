-- Whoever reaches downwards from an organisation reaches others when one is moved: the changes that are under way must ask
-- again (server/src/http/with-rights.ts).
CREATE TRIGGER raise_rights AFTER UPDATE OF parent_id ON sys_org
  FOR EACH STATEMENT EXECUTE FUNCTION raise_epoch('rights');
