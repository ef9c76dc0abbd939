import { type Check, ok, warning } from './check.ts';

export interface RuntimeFacts {
  /** Without the leading v. */
  nodeVersion: string;
  pinnedVersion: string;
  version: string;
  isBuilt: boolean;
  canBuild: boolean;
}

export const checkRuntime = ({ nodeVersion, pinnedVersion, version, isBuilt, canBuild }: RuntimeFacts): Check[] => [
  nodeVersion === pinnedVersion
    ? ok('Version', `Marquee ${version} on Node ${nodeVersion}.`)
    : warning(
        'Version',
        `Marquee ${version} runs on Node ${nodeVersion}, but is tested with ${pinnedVersion}.`,
        'Use "npm start" and "npx marquee", which choose the right one.',
      ),
  isBuilt || canBuild
    ? ok('Pages', isBuilt ? 'The pages are built.' : 'The next start builds the pages.')
    : warning(
        'Pages',
        'The pages are not built, and this user may not write to the checkout.',
        'Run "npx marquee build" as the user that owns the checkout.',
      ),
];
