-- Which notices repeat an earlier one; without it, removing a case reads all others.
drop index concurrently if exists cases_by_earlier_case;
create index concurrently cases_by_earlier_case on cases (repeats) where repeats is not null;
