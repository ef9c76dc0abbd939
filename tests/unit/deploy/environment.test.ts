/** The variables that the files in deploy/ set are those that the site reads, with values that it takes. */
import { describe, expect, it } from 'vitest';
import { readConfig, variableNames } from '#server/config.ts';
import { readDeployFile, readDeployYaml } from './deploy-files.ts';

type Variables = Record<string, string>;

const assignments = (lines: string[]): Variables =>
  Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));

/** A line that is commented out counts: it is meant to be used. */
const environmentFile = () => assignments(readDeployFile('systemd/marquee.env').match(/(?<=^#?)[A-Z_]+=.*$/gm) ?? []);

const unit = (file: string) => assignments(readDeployFile(`systemd/${file}`).match(/(?<=^Environment=).*$/gm) ?? []);

const image = () => assignments(/^ENV (.*)$/m.exec(readDeployFile('docker/Dockerfile'))?.[1]?.split(' ') ?? []);

interface Compose {
  services: Record<string, { environment: Variables }>;
  networks: { default: { ipam: { config: { gateway: string }[] } } };
}
const compose = () => readDeployYaml<Compose>('docker/compose.yaml');

/** With a secret in the place of each `${NAME:?}`. */
const composeNode = (name: string): Variables =>
  Object.fromEntries(
    Object.entries(compose().services[name]?.environment ?? {}).map(([variable, value]) => [
      variable,
      value.replaceAll(/\$\{\w+:\?\}/g, 'a1'.repeat(32)),
    ]),
  );

/** Of Node. */
const notOfTheSite = ['NODE_COMPILE_CACHE'];

describe.each([
  ['systemd/marquee.env', environmentFile],
  ['systemd/marquee.service', () => unit('marquee.service')],
  ['docker/Dockerfile', image],
  ['node1 of docker/compose.yaml', () => composeNode('node1')],
  ['node2 of docker/compose.yaml', () => composeNode('node2')],
])('%s', (_file, variables) => {
  it('sets variables that the site reads', () => {
    const names = Object.keys(variables()).filter((name) => !notOfTheSite.includes(name));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(variableNames()).toContain(name);
  });

  it('sets them to valid values', () => {
    expect(() => readConfig(variables())).not.toThrow();
  });
});

describe('docker/compose.yaml', () => {
  it('trusts the IP from which the proxy on the machine arrives', () => {
    const { gateway } = compose().networks.default.ipam.config[0] ?? {};
    expect(readConfig(composeNode('node1')).trustProxy).toEqual([gateway]);
  });

  it('has no secret in it', () => {
    const secrets = Object.values(compose().services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|DATABASE/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets)
      expect(value, name).toMatch(/^(postgres:\/\/\w+:)?\$\{\w+:\?\}(@[\w,]+\/\w+)?$/);
  });
});
