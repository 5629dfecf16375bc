-- While the mails of an announced notice are being queued: the last person whose mail is, or the zero id. Null before and afterwards.
ALTER TABLE sys_msg ADD COLUMN mail_after uuid;
