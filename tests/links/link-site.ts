import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openVideoHosts, type VideoHosts } from './video-hosts.ts';

/** A database with posts, and the hosts that their links lead to, for one test file. */
export const linkSite = () => {
  let test: TestDatabase;
  let hosts: VideoHosts;
  beforeAll(async () => {
    [test, hosts] = await Promise.all([createTestDatabase(), openVideoHosts()]);
  });
  afterAll(async () => {
    await test.drop();
    await hosts.close();
  });
  return {
    get db() {
      return test.database.db;
    },
    get hosts() {
      return hosts;
    },
  };
};
