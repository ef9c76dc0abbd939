-- TOTP secrets are sealed with a key that is not in the database (AES-256-GCM): 12 bytes of nonce, 20 sealed, 16 of tag.
-- The site seals those of older versions, which have 20 bytes, when it starts.
alter table authenticator_apps
  drop constraint authenticator_apps_secret_check,
  drop constraint authenticator_apps_new_secret_check,
  add constraint authenticator_apps_secret_check check (length(secret) = 20 or length(secret) = 48),
  add constraint authenticator_apps_new_secret_check check (length(new_secret) = 20 or length(new_secret) = 48);
