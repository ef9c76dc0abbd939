import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/** Logs JSON lines, or readable ones on a terminal. Cookies and credentials are redacted. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => {
  const options = { level: logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }));
};
