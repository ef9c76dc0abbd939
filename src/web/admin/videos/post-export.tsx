import type { PostFilterFields } from '#contract/post-filter.ts';
import { DownloadLink } from '../kit/lists/download-link.tsx';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** The list as a file, or everything that is published here. */
export function PostExport({ filter }: { filter: PostFilterFields }) {
  return (
    <ExportMenu list="posts" query={filter}>
      {(onStarted) => (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          <p className="text-muted">
            Or the whole catalogue: networks, tags, stars and posts in every state, with their records, in one file that
            can be imported again.
          </p>
          <DownloadLink
            href="/api/catalogue/export"
            check={() => adminClient.whoAmI()}
            failure="The catalogue could not be exported."
            onStarted={onStarted}
          >
            Export the catalogue
          </DownloadLink>
        </div>
      )}
    </ExportMenu>
  );
}
