import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { builtPages } from '#server/pages/page-source.ts';
import { startSite } from '#server/start.ts';
import { silentSteps } from '#server/steps.ts';

it('a start says that its port is taken before it builds pages or changes the database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const open = vi.fn();
  const start = startSite({
    config: { ...readConfig({}), host: '127.0.0.1', port },
    logger: pino({ level: 'silent' }),
    step: silentSteps,
    pageSource: { ...builtPages(''), open },
  });
  await expect(start).rejects.toThrow(
    `Port ${port} is already in use: stop the other program, or set PORT to another number.`,
  );
  expect(open).not.toHaveBeenCalled();
  other.close();
});
