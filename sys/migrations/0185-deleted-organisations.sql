-- In the recycle bin people see what they saw before it was deleted, below deleted organisations too: the condition goes down the tree through
-- those in the recycle bin. And 本人 sees there what they had created: the creator of the copy is the creator of the record, as delete_user
-- says who deleted it. Takes moments: the recycle bin is read once.

CREATE INDEX sys_recycle_org ON sys_recycle (((content -> 'row' ->> 'parent_id')::uuid), target_id) WHERE target_resource = 'sys/org';
UPDATE sys_recycle SET create_user = (content -> 'row' ->> 'create_user')::uuid
WHERE create_user IS DISTINCT FROM (content -> 'row' ->> 'create_user')::uuid;
