import { expect, it } from 'vitest';
import { readDeployYaml } from './deploy-files.ts';

it('patroni.yml has what Patroni needs, and no password', () => {
  const patroni = readDeployYaml<Record<string, unknown>>('patroni/patroni.yml');
  expect(Object.keys(patroni)).toEqual(
    expect.arrayContaining(['scope', 'name', 'restapi', 'etcd3', 'bootstrap', 'postgresql']),
  );
  expect(JSON.stringify(patroni)).not.toMatch(/password/i);
});
