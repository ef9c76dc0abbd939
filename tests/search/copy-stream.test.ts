import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eachRow } from '#domain/search/index/database-rows.ts';
import { connect, inRepeatableRead } from '#domain/search/sync/connections.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { prepared } from '../support/prepared.ts';

/** More than all buffers between the server and the stream hold. */
const manyMegabytes = `select n, repeat('x', 1000) from generate_series(1, 50000) as n`;

let client: pg.Client;

beforeEach(async () => {
  client = await connect(prepared.serverUrl, new AbortController().signal, 0);
});

afterEach(() => client.end());

test('an error while a row is taken ends the copy and its connection', async () => {
  let taken = 0;
  const copied = inRepeatableRead(client, () =>
    eachRow(client, manyMegabytes, createYieldToEventLoop(), () => {
      if (++taken === 1_000) throw new Error('This row cannot be taken');
    }),
  );
  await expect(copied).rejects.toThrow('This row cannot be taken');
  expect(taken).toBe(1_000);
  await expect(client.query('select 1')).rejects.toThrow('not queryable');
});

test('an error between two chunks ends the copy and its connection', async () => {
  let taken = 0;
  const failToYield = () => Promise.reject(new Error('The work was cancelled'));
  const copied = inRepeatableRead(client, () => eachRow(client, manyMegabytes, failToYield, () => taken++));
  await expect(copied).rejects.toThrow('The work was cancelled');
  expect(taken).toBeLessThan(50_000);
  await expect(client.query('select 1')).rejects.toThrow('not queryable');
});

test('an error of the query itself is reported', async () => {
  const copied = inRepeatableRead(client, () =>
    eachRow(
      client,
      'select 1 / (50000 - n), n from generate_series(1, 50000) as n',
      createYieldToEventLoop(),
      () => {},
    ),
  );
  await expect(copied).rejects.toThrow('division by zero');
});
