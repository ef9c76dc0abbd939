/** Marquee's own: no command needs them. */
const ownSecrets = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
  'ADMIN_PASSWORD',
];

const namesOfSecrets = /PASS|SECRET|KEY|TOKEN|CREDENTIAL|URL/i;
/** Shorter values are found in ordinary words. */
const minSecretLength = 6;

type Environment = Record<string, string | undefined>;

export const environmentForCommands = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecrets.includes(name)));

/** Removes what a message should not show: values of secret variables, and passwords in URLs. */
export const hideSecrets = (text: string, env: Environment = process.env): string => {
  const secrets = Object.entries(env)
    .filter(([name, value = '']) => namesOfSecrets.test(name) && value.length >= minSecretLength)
    .sort(([, a = ''], [, b = '']) => b.length - a.length);
  const hidden = secrets.reduce((shown, [name, value = '']) => shown.replaceAll(value, `[${name}]`), text);
  return hidden.replace(/:\/\/[^/\s@]+@/g, '://[…]@');
};
