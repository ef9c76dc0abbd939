import { ensureInstalled } from './pinned-node.mjs';

ensureInstalled({ forTests: true });
