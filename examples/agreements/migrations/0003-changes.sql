-- Programs may ask for what changed (docs/guide/programs.md): the column of the label, and those of the data scope.
SELECT follow_changes('acme_party', 'party_name');
SELECT follow_changes('acme_agreement', 'agreement_name', 'sys_org_id', 'sys_user_id');
SELECT follow_changes('acme_agreement_line', 'line_name', 'sys_org_id', 'sys_user_id');
