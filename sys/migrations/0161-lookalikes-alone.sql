-- Of the entries of dictionaries only those are kept in an index that were stored in another way than they are compared
-- (engine/server/crud/lookalikes.ts): few, or none. The index of all (0082) was written at each save.
DROP INDEX sys_dict_lookalike;
CREATE INDEX sys_dict_dict_value_lookalike ON sys_dict ((
  regexp_replace(regexp_replace(normalize(dict_value, NFC),
      U&'[\00ad\061c\115f\1160\180e\200b\200c\200e\200f\2028-\202e\2060-\206f\3164\feff\ffa0\+0e0000-\+0e007f]', '', 'g'),
    U&'^[\\s\00a0\3000]+|[\\s\00a0\3000]+$', '', 'g')))
  WHERE dict_value <> regexp_replace(regexp_replace(normalize(dict_value, NFC),
      U&'[\00ad\061c\115f\1160\180e\200b\200c\200e\200f\2028-\202e\2060-\206f\3164\feff\ffa0\+0e0000-\+0e007f]', '', 'g'),
    U&'^[\\s\00a0\3000]+|[\\s\00a0\3000]+$', '', 'g');
