-- A ticket is written while somebody signs in. Its reference locked the person's row, and so waited for whoever was saving it.
-- Tickets are read with the person's row only, and one of a person who is gone opens nothing.
ALTER TABLE sys_sign_in_ticket DROP CONSTRAINT sys_sign_in_ticket_sys_user_id_fkey;
