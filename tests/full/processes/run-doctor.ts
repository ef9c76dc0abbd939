import { runCommand } from '../../support/running-site.ts';

/** Runs `marquee doctor` to its end. */
export const doctor = (env: Record<string, string>, ...options: string[]) => runCommand(['doctor', ...options], env);
