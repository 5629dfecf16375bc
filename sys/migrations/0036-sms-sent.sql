-- When the last message went out is asked twice a minute, by what tells open home pages that their figures have moved.
CREATE INDEX sys_sms_sent ON sys_sms (send_time) WHERE send_time IS NOT NULL;
