import { ensureInstalled, runPinned } from './pinned-node.mjs';

ensureInstalled({ forTests: true });
process.exitCode = await runPinned(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
