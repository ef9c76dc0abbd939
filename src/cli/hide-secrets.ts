import type { Check } from '#domain/system/check.ts';

const secretVariables = /(SECRET|PASSWORD|_URLS?$)/;
/** Shorter texts occur by chance. */
const minLength = 4;

const passwordsIn = (value: string) =>
  [...value.matchAll(/:\/\/[^/@\s]*?:([^/\s]*)@/g)].flatMap(([, password = '']) => {
    try {
      return [password, decodeURIComponent(password)];
    } catch {
      return [password];
    }
  });

/** Errors of databases and mail servers may repeat what they were sent: no secret of the environment is printed. */
export const hideSecrets = (check: Check, environment: NodeJS.ProcessEnv): Check => {
  const secrets = Object.entries(environment)
    .filter(([name]) => secretVariables.test(name))
    .flatMap(([name, value = '']) => (name.includes('_URL') ? passwordsIn(value) : [value]))
    .filter((secret) => secret.length >= minLength);
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  const { whatToDo } = check;
  return { ...check, sentence: hide(check.sentence), ...(whatToDo === undefined ? {} : { whatToDo: hide(whatToDo) }) };
};
