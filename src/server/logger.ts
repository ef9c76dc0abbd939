import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/** JSON lines, or readable ones where a person is looking. Cookies and passwords never reach a log. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => {
  const options = { level: logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }));
};
