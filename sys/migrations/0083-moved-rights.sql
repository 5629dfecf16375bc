-- Fails a change whose caller's session, rights or organisation moved beside it (engine/server/identity/session/with-rights.ts):
-- the question is sent together with COMMIT, which then keeps nothing.
CREATE FUNCTION refuse_moved_rights() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The rights moved beside the change.' USING ERRCODE = 'BO001';
END $$;
