import { ensureInstalled, runPinned } from './pinned-node.mjs';

// For npm scripts of developers: installs the packages for development first.
ensureInstalled({ forTests: true });
process.exitCode = await runPinned(process.argv.slice(2));
