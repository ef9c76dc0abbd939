import { ensureInstalled, runPinned } from './pinned-node.mjs';

// For developers' npm scripts: installs the development packages first.
ensureInstalled({ forTests: true });
process.exitCode = await runPinned(process.argv.slice(2));
