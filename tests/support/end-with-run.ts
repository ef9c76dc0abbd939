// Vitest's workers outlive a run that was killed, and their browsers and servers with them.
if (process.listenerCount('disconnect') === 0) process.once('disconnect', () => process.exit(1));
