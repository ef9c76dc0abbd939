#!/usr/bin/env node
import { ensureInstalled, runPinned } from '../scripts/pinned-node.mjs';

ensureInstalled({ forTests: false });
process.exitCode = await runPinned(['src/cli/main.ts', ...process.argv.slice(2)]);
