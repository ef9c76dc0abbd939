-- What is to be decided and hid nothing, because others had used up what notices may hide by themselves: counted above the queue.
drop index concurrently if exists cases_over_limit;
create index concurrently cases_over_limit on cases (id) where 'limit' = any(flags) and status <> 'decided';
