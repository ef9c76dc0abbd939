/** Whether compressed bytes are to blame. */
export const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_/.test(error.code);
