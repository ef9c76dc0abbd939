export interface Cleanup {
  add: (close: () => Promise<unknown>) => void;
  close: () => Promise<void>;
}

/** Closes what was opened in reverse order, also when a later step fails. */
export const createCleanup = (): Cleanup => {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => {
      closers.push(close);
    },
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};
