import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Passes connections on to a database, and can behave like one that hangs or is gone. */
export const openDatabaseRelay = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes)).on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isHanging) from.pause();
  };
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    pass(client, database);
    pass(database, client);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    /** Connections stay open, and new ones are accepted, but nothing is passed on. */
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    /** Ends all connections and refuses new ones. */
    refuse: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    accept: () => listen(port),
  };
};
