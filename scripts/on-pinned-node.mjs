import { ensureInstalled, runPinned } from './pinned-node.mjs';

// For the scripts of developers: what they need is installed first, like for the tests.
ensureInstalled({ forTests: true });
process.exitCode = await runPinned(process.argv.slice(2));
