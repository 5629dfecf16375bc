-- Since when mails and group messages of a notice were left unsent that are being queued again, as it can be read again. Null otherwise.
ALTER TABLE sys_msg ADD COLUMN mail_since timestamptz;
