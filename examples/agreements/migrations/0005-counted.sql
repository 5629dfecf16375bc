-- The total of all agreements is kept, and no page counts them anew.
SELECT keep_row_count('acme_agreement');
