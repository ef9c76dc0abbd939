import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A local SMTP server that stores the messages it accepts. */
export interface Mailbox {
  url: string;
  mails: string[];
  /** Refuses every message from now on with a temporary error (451). */
  refuse: (answer: string) => void;
  accept: () => void;
  close: () => Promise<void>;
}

export const openMailbox = async (): Promise<Mailbox> => {
  const mails: string[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal !== undefined) {
          const [code, ...words] = refusal.split(' ');
          return done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
        }
        mails.push(Buffer.concat(chunks).toString());
        return done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (answer) => {
      refusal = answer;
    },
    accept: () => {
      refusal = undefined;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
};
