-- Whether somebody else chose the password, so that its owner has to choose another one first.
alter table admins add column must_change_password boolean not null default false;
